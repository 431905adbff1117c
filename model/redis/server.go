package redis

import (
	"time"

	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/sim"
)

// Server is an instance in virtual time: it executes requests one at a time, by a
// clock of its own, and records what an observer sees of them.
type Server struct {
	*Instance
	sim      *sim.Sim
	recorder *observe.Recorder
	process  *sim.Process // whose clock is the server's
	wrong    bool         // the clock was set, or drifts
	service  workload.Duration
	random   *sim.Rand
	absences absences
	active   *active // nil without active expiry
	standstill
}

// NewServer returns an empty server.
func NewServer(s *sim.Sim, r *observe.Recorder, o Options) *Server {
	return newServer(s, r, "redis", new(uint64), o)
}

// newServer returns a server with a name of its own, on which its random streams
// depend, and that numbers the generations of keys by the given counter.
func newServer(s *sim.Sim, r *observe.Recorder, name string, generations *uint64, o Options) *Server {
	if err := o.Validate(); err != nil {
		panic("redis: NewServer: " + err.Error())
	}
	v := &Server{
		Instance: NewInstance(o, s.Rand(name, "sampling")),
		sim:      s, recorder: r, process: s.NewProcess(name),
		service: o.Service, random: s.Rand(name, "service time"),
		absences: newAbsences(),
	}
	v.keyspace.generations = generations
	v.keyspace.OnEffect(v.observe)
	if o.ActiveExpiry {
		v.active = &active{server: v}
	}
	return v
}

// Admit gives a request that arrives now its turn: when the server will begin to
// execute it, and when it will be done, by the time that it has been at work.
func (s *Server) Admit() (begin, done time.Duration) {
	begin = max(s.Worked(), s.free)
	s.free = begin + s.service.Draw(s.random)
	return begin, s.free
}

// Do executes any command, now. It is for what is no strategy's: an operator's,
// say.
func (s *Server) Do(args ...string) Reply {
	words := make([][]byte, len(args))
	for i, a := range args {
		words[i] = []byte(a)
	}
	return s.Instance.Do(time.Duration(s.process.Now().UnixNano()), words)
}

// emit records the effect of a request, or, with NoCommand, a further one.
func (s *Server) emit(r *Request, c observe.Command, e observe.Event) {
	s.recorder.Effect(s.sim.Now(), r.Work, c, &e)
}
