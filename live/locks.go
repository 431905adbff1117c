package live

import (
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// isLock tells whether a key was ever asked for as a lock.
func (r *recorder) isLock(key string) (is bool) {
	r.do(func() { is = r.locks[key] != nil })
	return is
}

// lockAt returns the lock at a key. It must be called within do.
func (r *recorder) lockAt(key string) *lock {
	l := r.locks[key]
	if l == nil {
		l = new(lock)
		r.locks[key] = l
	}
	return l
}

// acquiring notes that a request for a lock is sent.
func (r *recorder) acquiring(w *observe.Work, c observe.Command, key, token string, ttl time.Duration) *acquisition {
	a := &acquisition{work: *w, command: c, token: token, ttl: ttl}
	r.do(func() {
		l := r.lockAt(key)
		l.trim()
		a.lock, a.sentAt = l, r.at
		l.acquisitions = append(l.acquisitions, a)
	})
	return a
}

// refused records that a lock is held.
func (r *recorder) refused(key string, a *acquisition) {
	r.do(func() {
		r.lockAt(key).forget(a)
		r.emit(&a.work, a.command, observe.Event{Kind: observe.LockContended})
	})
}

// granted records that a lock was taken.
func (r *recorder) granted(key string, a *acquisition) {
	r.do(func() { r.grant(r.lockAt(key), a) })
}

// abandoned notes that a request for a lock got no reply. If it took the lock, a
// deletion may tell: of its own work as long as that goes on, so it is not forgotten
// before.
func (r *recorder) abandoned(_ string, a *acquisition) {
	r.do(func() { r.unreplied[a.work.ID] = append(r.unreplied[a.work.ID], a) })
}

// ended notes that a work is over, so that it releases nothing any more. It must be
// called within do.
func (r *recorder) ended(w *observe.Work) {
	for _, a := range r.unreplied[w.ID] {
		a.retire()
	}
	delete(r.unreplied, w.ID)
}

// grant records the first evidence that an acquisition took its lock: the reply,
// or a deletion of its token.
func (r *recorder) grant(l *lock, a *acquisition) {
	if a.granted {
		return
	}
	// The lock was free, so an earlier acquisition that can have expired has.
	// If its release or its renewal is under way, that will tell.
	for _, earlier := range l.acquisitions {
		if earlier != a && l.awaited == 0 {
			r.gone(earlier)
		}
	}
	a.granted = true
	a.generation = r.nextGeneration()
	r.emit(&a.work, a.command, observe.Event{
		Kind: observe.LockAcquired, Generation: a.generation, Took: a.ttl,
	})
	r.await(l, a)
}

// await has the end of an acquisition's TTL noticed, if it has one.
func (r *recorder) await(l *lock, a *acquisition) {
	a.stop()
	if a.ttl == strategies.NoTTL {
		return
	}
	a.goneAt = r.at + a.ttl + clockGrain
	later := &recorder{history: r.history}
	a.timer = time.AfterFunc(a.goneAt-r.now(), func() {
		later.do(func() { later.expireAll(l) })
	})
}

// anyToken stands for the token of whoever holds a lock.
const anyToken = ""

// extended records that a work's command gave a lock more time, or found it gone or
// another's.
func (r *recorder) extended(w *observe.Work, c observe.Command, key, token string, ttl time.Duration, done bool) {
	r.do(func() {
		l := r.answered(key)
		e := observe.Event{Kind: observe.LockExtended, Took: ttl}
		if !done {
			e = observe.Event{Kind: observe.LockLost}
		}
		for _, a := range l.acquisitions {
			switch {
			case !a.open() || a.token != token && token != anyToken:
			case done:
				a.sentAt, a.ttl = r.at, ttl
				r.await(l, a)
				e.Other, e.Generation = a.work.ID, a.generation
			case l.awaited == 0: // else a release may have come before
				r.gone(a)
			}
		}
		r.emit(w, c, e)
		r.expireAll(l)
	})
}

func (r *recorder) expire(a *acquisition) {
	a.close()
	r.emit(&a.work, observe.NoCommand, observe.Event{
		Kind: observe.LockExpired, Other: a.work.ID, Generation: a.generation,
	})
}

// gone closes an acquisition whose lock is known to be there no more: its TTL has run
// out, or the servers have lost it.
func (r *recorder) gone(a *acquisition) {
	switch {
	case a.mayHaveExpired(r.at):
		r.expire(a)
	case a.open() && r.lossCause != 0:
		r.drop(a, r.lossCause)
	}
}

// expireAll closes the acquisitions whose TTL has run out, unless a release or a
// renewal is under way that may have come before.
func (r *recorder) expireAll(l *lock) {
	for _, a := range l.acquisitions {
		if a.mayHaveExpired(r.at) && l.awaited == 0 && r.at >= a.goneAt {
			r.expire(a)
		}
	}
}

// awaiting notes that a command is sent whose answer tells whether the lock was
// there: its deletion, or more time for it.
func (r *recorder) awaiting(key string) {
	r.do(func() { r.lockAt(key).awaited++ })
}

// unanswered notes that such a command got no reply.
func (r *recorder) unanswered(key string) {
	r.do(func() { r.expireAll(r.answered(key)) })
}

// released records that a work's command deleted the lock, which held token.
func (r *recorder) released(w *observe.Work, c observe.Command, key, token string) {
	r.do(func() {
		l := r.answered(key)
		a := l.deleted(w, token, r.at)
		if a == nil { // whose it was has been forgotten, but no work's own is before its end
			r.emit(w, c, observe.Event{Kind: observe.LockForeignDelete})
			return
		}
		r.grant(l, a)
		a.close()
		kind := observe.LockReleased
		if a.work.ID != w.ID {
			kind = observe.LockForeignDelete
		}
		r.emit(w, c, observe.Event{Kind: kind, Other: a.work.ID, Generation: a.generation})
		r.expireAll(l)
	})
}

// lost records that a work's command found the lock gone, or another's.
func (r *recorder) lost(w *observe.Work, c observe.Command, key string) {
	r.do(func() {
		l := r.answered(key)
		for _, a := range l.acquisitions {
			if a.work.ID == w.ID {
				r.gone(a)
			}
		}
		r.emit(w, c, observe.Event{Kind: observe.LockLost})
		r.expireAll(l)
	})
}

// answered returns the lock whose deletion or renewal was answered.
func (r *recorder) answered(key string) *lock {
	l := r.lockAt(key)
	l.awaited--
	return l
}
