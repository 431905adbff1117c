package redis

import (
	"time"

	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/sim"
)

// Server executes requests one at a time, in virtual time and by a clock of its
// own.
type Server struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	process  *sim.Process // whose clock is the server's
	service  workload.Duration
	random   *sim.Rand
	keyspace *Keyspace
	absences absences
	free     time.Duration // when it will have executed all that has arrived
}

// NewServer returns an empty server that takes the given time for each command.
func NewServer(s *sim.Sim, r *observe.Recorder, service workload.Duration) *Server {
	v := &Server{
		sim: s, recorder: r, process: s.NewProcess("redis"),
		service: service, random: s.Rand("redis", "service time"),
		keyspace: NewKeyspace(), absences: newAbsences(),
	}
	v.keyspace.OnEffect(v.observe)
	return v
}

// Admit gives a request that arrives now its turn: when the server will begin to
// execute it, and when it will be done.
func (s *Server) Admit() (begin, done time.Duration) {
	begin = max(s.sim.Now(), s.free)
	s.free = begin + s.service.Draw(s.random)
	return begin, s.free
}

// emit records the effect of a request, or, with NoCommand, a further one.
func (s *Server) emit(r *Request, c observe.Command, e observe.Event) {
	e.At, e.Command = s.sim.Now(), c
	e.Work, e.Process, e.Key = r.Work.ID, r.Work.Process, r.Work.Key
	s.recorder.Emit(e)
}
