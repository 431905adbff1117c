package redis

import (
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// Execute runs a request, now, and puts the reply into it.
func (s *Server) Execute(r *Request) {
	switch r.Command {
	case observe.Get, observe.GetWithTTL:
		s.look(r)
	case observe.Set:
		s.publish(r, observe.Set)
	case observe.SetIfAbsent:
		s.acquire(r)
	case observe.Delete:
		s.delete(r)
	case observe.CompareAndDelete:
		r.OK = s.release(r, r.Key, observe.CompareAndDelete)
	case observe.PublishAndRelease:
		s.publishAndRelease(r)
	case observe.Expire:
		s.expire(r)
	case observe.CompareAndExpire:
		s.extend(r)
	case observe.PublishLeased:
		s.publishLeased(r)
	case observe.VoidLease:
		s.voidLease(r)
	case observe.AcquireFenced:
		s.acquireFenced(r)
	case observe.PublishFenced:
		s.publishFenced(r)
	case observe.Remember, observe.Recall, observe.Forget, observe.Subscribe:
		s.note(r)
	default:
		panic("redis: Server.Execute: unknown command")
	}
}

// Fill writes an entry before the run begins. It is no command of a strategy's.
func (s *Server) Fill(w *observe.Work, key string, value []byte, ttl time.Duration) {
	s.publish(&Request{Work: w, Key: key, Value: value, TTL: ttl}, observe.NoCommand)
}

func (s *Server) look(r *Request) {
	now := s.clock()
	w := r.Work
	e := s.keyspace.Get(now, r.Key)
	if e == nil {
		gone := s.absence(r.Key)
		w.Generation, w.Live = gone.generation, false
		s.emit(r, r.Command, observe.Event{Kind: observe.Look, Generation: gone.generation, Cause: gone.cause})
		return
	}
	r.OK, r.Data, r.Remaining = true, e.value.bytes, e.remaining(now)
	w.Generation, w.Live = e.generation, true
	w.ExpiresAt = observe.Never
	if e.deadline != 0 {
		w.ExpiresAt = sinceStart(e.deadline)
	}
	s.emit(r, r.Command, observe.Event{
		Kind: observe.Look, Generation: e.generation, Live: true, Took: r.Remaining,
	})
}

func (s *Server) publish(r *Request, c observe.Command) {
	e := s.write(r, r.Value, 0)
	if r.OK = e != nil; !r.OK {
		return
	}
	s.emit(r, c, observe.Event{Kind: observe.Publish, Generation: e.generation, Took: r.TTL})
}

func (s *Server) acquire(r *Request) {
	if !r.expires() && r.TTL != strategies.NoTTL {
		r.Err = ErrInvalidExpire
		return
	}
	if e := s.keyspace.Get(s.clock(), r.Key); e != nil {
		contended := observe.Event{Kind: observe.LockContended}
		if e.owner == r.Work.ID {
			contended.Other = e.owner // sent again, as the reply was lost
		}
		s.emit(r, r.Command, contended)
		return
	}
	e := s.write(r, []byte(r.Token), r.Work.ID)
	if r.OK = e != nil; !r.OK {
		return
	}
	s.emit(r, r.Command, observe.Event{Kind: observe.LockAcquired, Generation: e.generation, Took: r.TTL})
	if r.expires() {
		s.watch(e)
	}
}

// expires tells whether what the request writes has a TTL that a server accepts.
func (r *Request) expires() bool { return milliseconds(r.TTL) > 0 }

// write makes the request's key hold a value. It returns nil, and the request has
// the error, if it may not.
func (s *Server) write(r *Request, value []byte, owner uint64) *Entry {
	now := s.clock()
	if r.Err = s.mayWrite(now, r); r.Err != nil {
		return nil
	}
	deadline := int64(0)
	if r.expires() {
		deadline = now + milliseconds(r.TTL)
	}
	return s.keyspace.put(now, r.Key, Value{bytes: value}, deadline, trace{
		generation: s.keyspace.nextGeneration(),
		owner:      owner, process: r.Work.Process, subject: r.Work.Key,
	})
}

// mayWrite makes room for the request's key. It returns why that cannot be written,
// nil if it can.
func (s *Server) mayWrite(now int64, r *Request) error {
	if !r.expires() && r.TTL != strategies.NoTTL {
		return ErrInvalidExpire
	}
	if !s.keyspace.memory.limited() {
		return nil
	}
	s.keyspace.Get(now, r.Key) // a write is a use of what it replaces
	return s.keyspace.MakeRoom(now, true, s.keyspace.missing(r.Key))
}

func (s *Server) delete(r *Request) {
	now := s.clock()
	e := s.keyspace.Peek(now, r.Key)
	switch {
	case e == nil && s.absence(r.Key).owner != 0:
		s.emitLost(r, observe.Delete)
	case e == nil:
		s.emit(r, observe.Delete, observe.Event{Kind: observe.Invalidate})
	case e.owner != 0:
		r.OK = true
		s.unlock(r, e, observe.Delete)
	default:
		r.OK = true
		// A deletion is a state of its own: the generation of the absence.
		e.generation = s.keyspace.nextGeneration()
		s.keyspace.remove(e, Deleted)
		s.emit(r, observe.Delete, observe.Event{Kind: observe.Invalidate, Generation: e.generation, Live: true})
	}
}
