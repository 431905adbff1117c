package redis

import (
	"stampede/model/observe"
	"stampede/sim"
)

// release deletes the lock if it holds the request's token.
func (s *Server) release(r *Request, lock string, c observe.Command) bool {
	e := s.keyspace.Get(s.clock(), lock)
	if e == nil || string(e.value.bytes) != r.Token {
		s.emitLost(r, c)
		return false
	}
	s.unlock(r, e, c)
	return true
}

// publishAndRelease writes an entry and deletes the lock, in this order: if the
// entry cannot be written, the lock stays.
func (s *Server) publishAndRelease(r *Request) {
	now := s.clock()
	e := s.keyspace.Get(now, r.Lock)
	if e == nil || string(e.value.bytes) != r.Token {
		s.emitLost(r, observe.PublishAndRelease)
		return
	}
	if r.Err = s.mayWrite(now, r); r.Err != nil {
		return
	}
	released := s.keyspace.entries[r.Lock] == e
	if released {
		s.unlock(r, e, observe.PublishAndRelease)
	} else { // it had to make room for the entry
		s.emitLost(r, observe.PublishAndRelease)
	}
	s.publish(r, observe.NoCommand)
	r.OK = released
}

// unlock deletes a lock. It is its owner's if the acquisition was of the same
// work: an equal token alone does not make it so.
func (s *Server) unlock(r *Request, e *Entry, c observe.Command) {
	t := e.trace
	s.keyspace.remove(e, Deleted)
	kind := observe.LockReleased
	if t.owner != r.Work.ID {
		kind = observe.LockForeignDelete
	}
	s.emit(r, c, observe.Event{Kind: kind, Other: t.owner, Generation: t.generation})
}

// emitLost records that a release found its lock gone, or another's; and why, if
// it was the server that dropped it.
func (s *Server) emitLost(r *Request, c observe.Command) {
	cause := s.absences.locks[r.Work.ID]
	delete(s.absences.locks, r.Work.ID)
	s.emit(r, c, observe.Event{Kind: observe.LockLost, Cause: cause})
}

// watch sees to it that a lock that outlives its TTL is recorded at the instant it
// does, whether or not anybody asks for it.
func (s *Server) watch(e *Entry) {
	key, generation := e.key, e.generation
	s.sim.Schedule(s.reaches(e.deadline+1), sim.Expiry, sim.HandlerFunc(func() {
		held := s.keyspace.entries[key]
		// On a replica it is the primary's affair, until a promotion.
		if held == nil || held.generation != generation || s.keyspace.replica {
			return
		}
		// If it is still there, then its TTL or the clock was changed.
		if held = s.keyspace.Peek(s.clock(), key); held != nil && held.deadline != 0 {
			s.watch(held)
		}
	}))
}

// watchLocks watches all locks anew, after a change of the clock.
func (s *Server) watchLocks() {
	for _, e := range s.keyspace.volatile {
		if e.owner != 0 {
			s.watch(e)
		}
	}
}
