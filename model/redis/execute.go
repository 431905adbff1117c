package redis

import (
	"errors"
	"time"

	"stampede/model/observe"
	"stampede/sim"
)

// ErrInvalidExpire is the real server's answer to a TTL that is not positive.
var ErrInvalidExpire = errors.New("ERR invalid expire time in 'set' command")

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
		if r.OK = s.release(r, r.Lock, observe.PublishAndRelease); r.OK {
			s.publish(r, observe.NoCommand)
		}
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
	e := s.store.get(now, r.Key)
	if e == nil {
		gone := s.store.gone[r.Key]
		w.Generation, w.Live = gone.generation, false
		s.emit(r, r.Command, observe.Event{Kind: observe.Look, Generation: gone.generation, Cause: gone.cause()})
		return
	}
	r.OK, r.Data, r.Remaining = true, e.value, e.remaining(now)
	w.Generation, w.Live = e.generation, true
	w.ExpiresAt = time.Duration(e.deadline) * time.Millisecond
	s.emit(r, r.Command, observe.Event{
		Kind: observe.Look, Generation: e.generation, Live: true, Took: r.Remaining,
	})
}

func (t trace) cause() observe.Cause {
	switch {
	case t.generation == 0:
		return observe.ColdStart
	case t.expired:
		return observe.Expired
	}
	return observe.Invalidation
}

func (s *Server) publish(r *Request, c observe.Command) {
	ttl := milliseconds(r.TTL)
	if ttl <= 0 {
		r.Err = ErrInvalidExpire
		return
	}
	s.writes++
	s.store.put(r.Key, &entry{
		value: r.Value, deadline: s.clock() + ttl,
		trace: trace{generation: s.writes},
	})
	r.OK = true
	s.emit(r, c, observe.Event{Kind: observe.Publish, Generation: s.writes, Took: r.TTL})
}

func (s *Server) acquire(r *Request) {
	ttl := milliseconds(r.TTL)
	if ttl <= 0 {
		r.Err = ErrInvalidExpire
		return
	}
	now := s.clock()
	if s.store.get(now, r.Key) != nil {
		s.emit(r, observe.SetIfAbsent, observe.Event{Kind: observe.LockContended})
		return
	}
	s.writes++
	held := &entry{
		value: []byte(r.Token), deadline: now + ttl,
		trace: trace{generation: s.writes, owner: r.Work.ID},
	}
	s.store.put(r.Key, held)
	r.OK = true
	s.emit(r, observe.SetIfAbsent, observe.Event{Kind: observe.LockAcquired, Generation: s.writes, Took: r.TTL})
	s.watch(*r.Work, r.Key, held)
}

// watch records it when a lock outlives its TTL, at the instant it does.
func (s *Server) watch(w observe.Work, key string, held *entry) {
	gone := time.Duration(held.deadline+1) * time.Millisecond
	s.sim.Schedule(gone, sim.Expiry, sim.HandlerFunc(func() {
		if s.store.live[key] != held {
			return
		}
		s.store.get(s.clock(), key)
		s.recorder.Emit(observe.Event{
			At: s.sim.Now(), Kind: observe.LockExpired,
			Work: w.ID, Process: w.Process, Key: w.Key, Other: held.owner, Generation: held.generation,
		})
	}))
}

func (s *Server) delete(r *Request) {
	e := s.store.get(s.clock(), r.Key)
	switch {
	case e == nil && s.store.gone[r.Key].owner != 0:
		s.emit(r, observe.Delete, observe.Event{Kind: observe.LockLost})
	case e == nil:
		s.emit(r, observe.Delete, observe.Event{Kind: observe.Invalidate})
	case e.owner != 0:
		r.OK = true
		s.unlock(r, r.Key, e, observe.Delete)
	default:
		r.OK = true
		s.writes++
		s.store.remove(r.Key, trace{generation: s.writes})
		s.emit(r, observe.Delete, observe.Event{Kind: observe.Invalidate, Generation: s.writes, Live: true})
	}
}

// release deletes the lock if it holds the request's token.
func (s *Server) release(r *Request, lock string, c observe.Command) bool {
	e := s.store.get(s.clock(), lock)
	if e == nil || string(e.value) != r.Token {
		s.emit(r, c, observe.Event{Kind: observe.LockLost})
		return false
	}
	s.unlock(r, lock, e, c)
	return true
}

// unlock deletes a lock. It is its owner's if the acquisition was of the same
// work: an equal token alone does not make it so.
func (s *Server) unlock(r *Request, lock string, e *entry, c observe.Command) {
	s.store.remove(lock, e.trace)
	kind := observe.LockReleased
	if e.owner != r.Work.ID {
		kind = observe.LockForeignDelete
	}
	s.emit(r, c, observe.Event{Kind: kind, Other: e.owner, Generation: e.generation})
}
