package redis

import (
	"time"

	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/sim"
)

// Server executes requests one at a time.
type Server struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	service  workload.Duration
	random   *sim.Rand
	store    store
	free     time.Duration // when it will have executed all that has arrived
	writes   uint64        // numbers the generations of keys
}

// NewServer returns an empty server that takes the given time for each command.
func NewServer(s *sim.Sim, r *observe.Recorder, service workload.Duration) *Server {
	return &Server{sim: s, recorder: r, service: service, random: s.Rand("redis", "service time"), store: newStore()}
}

// Admit gives a request that arrives now its turn: when the server will begin to
// execute it, and when it will be done.
func (s *Server) Admit() (begin, done time.Duration) {
	begin = max(s.sim.Now(), s.free)
	s.free = begin + s.service.Draw(s.random)
	return begin, s.free
}

// clock is the server's time in milliseconds.
func (s *Server) clock() int64 { return s.sim.Now().Milliseconds() }

// milliseconds rounds a TTL up to what the server keeps.
func milliseconds(ttl time.Duration) int64 {
	return int64((ttl + time.Millisecond - 1) / time.Millisecond)
}

// emit records the effect of a request, or, with NoCommand, a further one.
func (s *Server) emit(r *Request, c observe.Command, e observe.Event) {
	e.At, e.Command = s.sim.Now(), c
	e.Work, e.Process, e.Key = r.Work.ID, r.Work.Process, r.Work.Key
	s.recorder.Emit(e)
}
