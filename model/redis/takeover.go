package redis

import (
	"maps"

	"stampede/internal/ordered"
	"stampede/model/observe"
)

// takeOver tells the observers what a promotion changed: keys that the former
// primary had otherwise. To them, each is a state of its key that is new.
func (s *Server) takeOver(former *Server) {
	keys := make(map[string]bool)
	for _, server := range []*Server{former, s} {
		for _, e := range server.keyspace.all {
			keys[e.key] = true
		}
	}
	// What both lack is gone for the reason that the former primary knows.
	maps.Copy(s.absences.keys, former.absences.keys)
	for _, key := range ordered.Keys(keys) {
		if s.keyspace.entries[key] != nil {
			delete(s.absences.keys, key)
		}
		s.takeOverKey(key, former)
	}
	s.watchLocks()
}

func (s *Server) takeOverKey(key string, former *Server) {
	had, has := former.keyspace.entries[key], s.keyspace.entries[key]
	if had == nil && has.expired(s.clock()) {
		// The former primary has removed it, or what came after it.
		has.disowned = true
		s.keyspace.remove(has, Expired)
		s.absences.keys[key] = former.absences.keys[key]
		return
	}
	if had == nil || has == nil || had.generation != has.generation {
		s.differs(key, had, has)
		if had != nil && had.owner != 0 && !had.disowned {
			s.lose(had, observe.Failover)
		}
	}
	if had != nil {
		if has != nil && had.generation == has.generation {
			has.disowned = had.disowned // its own copy may be from a time when it was the primary
		}
		had.disowned = true // from here on the new primary's lock counts
	}
}

// differs gives the new primary's state of a key a generation of its own.
func (s *Server) differs(key string, had, has *Entry) {
	switch {
	case has != nil && has.owner == 0:
		has.generation = s.keyspace.nextGeneration()
	case has != nil:
		// A lock that was released or dropped is back, and nobody's.
		has.disowned = true
	default:
		gone := absence{trace: had.trace, cause: observe.Failover}
		if had.owner == 0 {
			gone.generation = s.keyspace.nextGeneration()
			s.emitOf(gone.trace, observe.Event{Kind: observe.Dropped, Cause: gone.cause})
		}
		s.absences.keys[key] = gone
	}
}

// lose records that a lock of another server is not, or no longer, one that
// counts.
func (s *Server) lose(e *Entry, cause observe.Cause) {
	e.disowned = true
	s.absences.locks[e.owner] = cause
	s.emitOf(e.trace, observe.Event{Kind: observe.LockDropped, Cause: cause})
}

// abandonLocks records that the server's locks end with its time as a primary.
func (s *Server) abandonLocks(cause observe.Cause) {
	for _, e := range s.keyspace.all {
		if e.owner != 0 && !e.disowned && !e.expired(s.clock()) {
			s.lose(e, cause)
		}
	}
}
