package redis

import "stampede/model/observe"

// absences remembers, for keys that are gone, what they were and why they went. It
// is what an observer needs to tell one absence from another; no command sees
// it.
type absences struct {
	keys  map[string]absence
	locks map[uint64]observe.Cause // the locks that the server dropped, by the work that held them
}

type absence struct {
	trace
	cause observe.Cause
}

func newAbsences() absences {
	return absences{keys: make(map[string]absence), locks: make(map[uint64]observe.Cause)}
}

// absence returns what is known of an absent key.
func (s *Server) absence(key string) absence {
	if e := s.keyspace.entries[key]; e != nil { // a replica hides what has expired
		return absence{trace: e.trace, cause: observe.Expired}
	}
	gone, ok := s.absences.keys[key]
	if !ok {
		gone.cause = observe.ColdStart
	}
	return gone
}

// observe notes an effect of the keyspace, and records those that are not a
// command's. A replica only notes it: its primary has recorded it.
func (s *Server) observe(f Effect) {
	gone := absence{trace: f.trace}
	switch f.Cause {
	case Written:
		delete(s.absences.keys, f.Key)
		if s.active != nil {
			s.active.wake()
		}
		return
	case Deleted:
		gone.cause = observe.Invalidation
	case Expired:
		gone.cause = observe.Expired
		if f.trace.owner != 0 && !f.trace.disowned && !s.keyspace.replica {
			s.emitOf(f.trace, observe.Event{Kind: observe.LockExpired})
		}
	case Evicted:
		gone.cause = observe.Evicted
		s.dropped(gone)
	case Flushed:
		gone.cause = observe.Flushed
		s.dropped(gone)
	case Restarted:
		gone.cause = observe.Restarted
		s.dropped(gone)
	}
	s.absences.keys[f.Key] = gone
}

// dropped records that the server dropped a living key of its own accord.
func (s *Server) dropped(gone absence) {
	switch {
	case s.keyspace.replica:
	case gone.owner == 0:
		s.emitOf(gone.trace, observe.Event{Kind: observe.Dropped, Cause: gone.cause})
	case !gone.disowned:
		s.absences.locks[gone.owner] = gone.cause
		s.emitOf(gone.trace, observe.Event{Kind: observe.LockDropped, Cause: gone.cause})
	}
}

// emitOf records what became of an entry, on behalf of the work that wrote it.
func (s *Server) emitOf(t trace, e observe.Event) {
	e.At, e.Process, e.Key = s.sim.Now(), t.process, t.subject
	e.Work, e.Other, e.Generation = t.owner, t.owner, t.generation
	s.recorder.Emit(e)
}
