package redis

import "stampede/model/observe"

// note executes what concerns neither an entry nor a lock.
func (s *Server) note(r *Request) {
	now := s.clock()
	switch r.Command {
	case observe.Remember:
		if r.OK = s.write(r, r.Value, 0) != nil; !r.OK {
			return
		}
	case observe.Recall:
		if e := s.keyspace.Get(now, r.Key); e != nil {
			r.OK, r.Data, r.Remaining = true, e.value.bytes, e.remaining(now)
		}
	case observe.Forget:
		r.OK = s.keyspace.Delete(now, r.Key)
	case observe.Subscribe:
		hear := r.Hear
		r.Hearing = s.NewSubscriber(func(string, string) { hear() })
		r.OK = r.Hearing.Subscribe(r.Key) > 0
	}
	s.emit(r, r.Command, observe.Event{Kind: observe.Noted})
}

// expire lets a key live for a while from now.
func (s *Server) expire(r *Request) {
	now := s.clock()
	e := s.keyspace.Peek(now, r.Key)
	if r.OK = e != nil; !r.OK {
		s.emit(r, observe.Expire, observe.Event{Kind: observe.Noted})
		return
	}
	s.keyspace.SetDeadline(e, now+milliseconds(r.TTL))
	if e.owner == 0 {
		s.emit(r, observe.Expire, observe.Event{Kind: observe.Noted})
		return
	}
	s.emitExtended(r, e)
}

// extend is expire for a lock that holds the request's token.
func (s *Server) extend(r *Request) {
	now := s.clock()
	e := s.keyspace.Get(now, r.Key)
	if e == nil || string(e.value.bytes) != r.Token {
		s.emitLost(r, observe.CompareAndExpire)
		return
	}
	r.OK = true
	s.keyspace.SetDeadline(e, now+milliseconds(r.TTL))
	s.emitExtended(r, e)
}

// emitExtended records that a lock was given more time. Its holder may have it done
// by a job that it started.
func (s *Server) emitExtended(r *Request, e *Entry) {
	s.watch(e)
	s.emit(r, r.Command, observe.Event{Kind: observe.LockExtended, Other: e.owner, Generation: e.generation, Took: r.TTL})
}
