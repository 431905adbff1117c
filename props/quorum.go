package props

import (
	"time"

	"stampede/model/observe"
)

// asOneLock lets a monitor of who may load watch Redlocks too: one is held by whom
// the majority of the servers has granted it.
func (r Run) asOneLock(m observe.Sink) observe.Sink { return r.granted(m, r.LockServers/2+1) }

// withItsParts lets a monitor of who is in whose way watch Redlocks too: who was
// granted one by a single server keeps it from the others.
func (r Run) withItsParts(m observe.Sink) observe.Sink { return r.granted(m, 1) }

func (r Run) granted(m observe.Sink, enough int) observe.Sink {
	if !r.Choices.Redlock {
		return m
	}
	return &quorum{Sink: m, enough: enough, held: make(map[uint64]stake)}
}

// quorum makes one lock's life of what each of the servers tells: it begins when
// enough of them have granted it to a work, as of the first grant, and ends when
// they are too few.
type quorum struct {
	observe.Sink
	enough int
	held   map[uint64]stake // by work
}

// stake is what a work holds of a lock.
type stake struct {
	servers int
	since   time.Duration // the first of these grants
}

// Observe hands on what concerns the lock as a whole, and all else as it is.
func (q *quorum) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.LockAcquired:
		s := q.held[e.Work]
		if s.servers == 0 {
			s.since = e.At
		}
		s.servers++
		q.held[e.Work] = s
		if s.servers == q.enough {
			acquired := *e
			acquired.At = s.since // its validity counts from here
			q.Sink.Observe(&acquired)
		}
	case unlocks.has(k):
		s := q.held[e.Other]
		if s.servers--; s.servers > 0 {
			q.held[e.Other] = s
		} else {
			delete(q.held, e.Other)
		}
		if s.servers == q.enough-1 {
			q.Sink.Observe(e)
		}
	default:
		q.Sink.Observe(e)
	}
}
