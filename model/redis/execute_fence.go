package redis

import (
	"bytes"
	"strconv"

	"stampede/model/observe"
	"stampede/strategies"
)

// A fence is a hash: the highest number granted, and the highest that has written.
const (
	fenceGranted = "granted"
	fenceWritten = "written"
)

// acquireFenced takes the lock and grants it the next number of its fence.
func (s *Server) acquireFenced(r *Request) {
	if s.acquire(r); r.OK {
		r.Fence = s.fence(r.Lock, fenceGranted) + 1
		s.setFence(r.Lock, fenceGranted, r.Fence)
	}
}

// publishFenced writes the key unless a higher number, or another holder of the same
// one, has written it.
func (s *Server) publishFenced(r *Request) {
	written := s.fence(r.Lock, fenceWritten)
	if r.Number < written || r.Number == written && !s.holds(r.Key, r.Value) {
		s.emit(r, observe.PublishFenced, observe.Event{Kind: observe.Noted, Failed: true})
		return
	}
	if s.publish(r, observe.PublishFenced); r.Err == nil {
		s.setFence(r.Lock, fenceWritten, r.Number)
	}
}

func (s *Server) holds(key string, value []byte) bool {
	e := s.keyspace.Get(s.clock(), key)
	return e != nil && bytes.Equal(e.value.bytes, value)
}

func (s *Server) fence(key, field string) int64 {
	e := s.keyspace.Get(s.clock(), key)
	if e == nil || e.value.hash == nil {
		return 0
	}
	b, _ := e.value.hash.get(field)
	n, _ := strconv.ParseInt(string(b), 10, 64)
	return n
}

func (s *Server) setFence(key, field string, n int64) {
	now := s.clock()
	var h *hash
	if e := s.keyspace.Get(now, key); e != nil {
		h = e.value.hash
	}
	h = h.copy()
	h.set(field, strconv.AppendInt(nil, n, 10))
	s.keyspace.Put(now, key, Value{hash: h}, now+strategies.FenceMemory.Milliseconds())
}
