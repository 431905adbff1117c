package live

import (
	"time"

	"stampede/model/observe"
)

// fault records that a fault began or ended, that all are over, or that a replica
// was promoted: no process's doing, and about no key.
func (r *recorder) fault(e observe.Event) {
	r.do(func() {
		e.At, e.Process, e.Key = r.at, max(e.Process, observe.NoOne), observe.NoOne
		r.events.Emit(e)
	})
}

// loss notes that the servers may have lost some of what they held: an entry that is
// gone before its time from now on is gone for that.
func (r *recorder) loss(cause observe.Cause) { r.do(func() { r.lossCause = cause }) }

// loseAll records that a server loses all that it holds, by what lose does. The loss is
// known before anyone can meet it. Gone for certain are the locks that were held then,
// but for those whose release or renewal is under way: its answer will tell.
func (r *recorder) loseAll(cause observe.Cause, lose func()) {
	var before uint64
	r.do(func() { r.lossCause, before = cause, r.changes })
	lose()
	r.do(func() {
		for _, l := range r.locks {
			for _, a := range l.acquisitions {
				if a.open() && a.generation <= before && l.awaited == 0 {
					r.drop(a, cause)
				}
			}
		}
	})
}

func (r *recorder) drop(a *acquisition, cause observe.Cause) {
	a.close()
	r.emit(&a.work, observe.NoCommand, observe.Event{
		Kind: observe.LockDropped, Other: a.work.ID, Generation: a.generation, Cause: cause,
	})
}

// expiryGrain is how much before its time an entry may be gone by its TTL: it was
// written before the reply that told of it.
const expiryGrain = 100 * time.Millisecond

// causeOf says why an entry is gone.
func (r *recorder) causeOf(e *entry) observe.Cause {
	switch {
	case e.generation == 0:
		return observe.ColdStart
	case e.deleted:
		return observe.Invalidation
	case r.lossCause != 0 && e.expiresAt > r.at+expiryGrain:
		return r.lossCause
	}
	return observe.Expired
}
