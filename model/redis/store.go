package redis

import "time"

// store is the keyspace. Like the real server's, its clock counts whole
// milliseconds, and a key with deadline w is still there at w.
type store struct {
	live map[string]*entry
	// gone remembers, for keys that are absent, what they were. It is what an
	// observer needs to tell one absence from another; no command sees it.
	gone map[string]trace
}

type entry struct {
	value    []byte
	deadline int64 // ms; 0 if it lives for ever
	trace
}

// trace is what an observer knows of a key.
type trace struct {
	generation uint64
	owner      uint64 // a lock: the work whose acquisition it is; else 0
	expired    bool   // of an absent key: its TTL ran out
}

func newStore() store {
	return store{live: make(map[string]*entry), gone: make(map[string]trace)}
}

// get returns the entry of key that is alive at the given time, else nil.
func (s *store) get(now int64, key string) *entry {
	e := s.live[key]
	if e != nil && e.deadline != 0 && now > e.deadline {
		t := e.trace
		t.expired = true
		s.remove(key, t)
		return nil
	}
	return e
}

func (s *store) put(key string, e *entry) {
	s.live[key] = e
	delete(s.gone, key)
}

func (s *store) remove(key string, t trace) {
	delete(s.live, key)
	s.gone[key] = t
}

// remaining returns how long an entry still lives, as PTTL says it.
func (e *entry) remaining(now int64) time.Duration {
	if e.deadline == 0 {
		return -1
	}
	return time.Duration(e.deadline-now) * time.Millisecond
}
