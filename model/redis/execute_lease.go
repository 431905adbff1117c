package redis

import (
	"stampede/model/observe"
	"stampede/strategies"
)

// publishLeased writes the key if the lease holds the request's token. The lease
// stays, as a mark of its period; nobody holds it any more.
func (s *Server) publishLeased(r *Request) {
	e := s.keyspace.Get(s.clock(), r.Lock)
	if e == nil || string(e.value.bytes) != r.Token {
		s.emitLost(r, observe.PublishLeased)
		return
	}
	if s.publish(r, observe.NoCommand); r.Err != nil {
		return
	}
	t := e.trace
	e.owner = 0
	if d := s.clock() + milliseconds(r.Left); r.Left != strategies.NoTTL && d < e.deadline {
		s.keyspace.SetDeadline(e, d)
	}
	s.emit(r, observe.PublishLeased, observe.Event{Kind: observe.LockReleased, Other: t.owner, Generation: t.generation})
}

// voidLease makes the lease's token worthless and the key stale.
func (s *Server) voidLease(r *Request) {
	now := s.clock()
	if e := s.keyspace.Get(now, r.Lock); e != nil {
		t := e.trace
		t.owner = 0
		s.keyspace.put(now, r.Lock, Value{bytes: []byte{}}, e.deadline, t)
	}
	e := s.keyspace.Get(now, r.Key)
	if e == nil {
		s.emit(r, observe.VoidLease, observe.Event{Kind: observe.Invalidate})
		return
	}
	r.OK = true
	// What was loaded before is another state than what is loaded from now on.
	e.generation = s.keyspace.nextGeneration()
	if d := now + milliseconds(r.TTL); e.deadline == 0 || d < e.deadline {
		s.keyspace.SetDeadline(e, d)
	}
	s.emit(r, observe.VoidLease, observe.Event{Kind: observe.Invalidate, Generation: e.generation, Live: true})
}
