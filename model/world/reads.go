package world

import (
	"context"
	"time"

	"stampede/model/fleet"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/sim"
)

// read is one read at a time; it is reused for the next. Only a read in
// progress needs one: a fleet is mostly idle.
type read struct {
	*fleet.Request
	world *world
	app   *app
	begin time.Duration
	ctx   context.Context // carries the work
	by    *worker         // nil for a read of an open stream
}

// newRead returns a read that begins now.
func (w *world) newRead(by *worker) *read {
	var r *read
	if n := len(w.idle); n > 0 {
		r = w.idle[n-1]
		w.idle = w.idle[:n-1]
	} else {
		r = &read{Request: fleet.NewRequest("read"), world: w}
		r.ctx = observe.WithWork(context.Background(), &r.Work)
		r.Begin, r.Serve, r.Lost = r.record, r.get, r.done
	}
	r.begin, r.by = w.sim.Now(), by
	return r
}

// start asks the process that stands in for process i. What the read waits for a
// slot, or for a paused process, is part of its latency.
func (r *read) start(i, key int, load observe.LoadScript) {
	w := r.world
	r.Work = observe.Work{Process: observe.NoOne, Key: int32(key), Load: load}
	if r.app = w.upFrom(i); r.app == nil {
		w.recorder.StartRead(r.begin, &r.Work)
		w.recorder.EndRead(r.begin, &r.Work, observe.Error, 0, -1)
		r.done()
		return
	}
	r.Work.Process = r.app.Index()
	r.app.Accept(r.Request)
}

func (r *read) record() { r.world.recorder.StartRead(r.begin, &r.Work) }

func (r *read) get() {
	w := r.world
	v, err := r.app.strategy.Get(r.ctx, w.keys[r.Work.Key])
	now := w.sim.Now()
	r.Work.Served = observe.WritesBefore(v)
	w.recorder.EndRead(now, &r.Work, observe.ClassOf(v, err), now-r.begin, observe.AgeOf(now, v, err))
	r.done()
}

// done lets the client go on.
func (r *read) done() {
	if r.by != nil {
		r.by.pause(r.app == nil)
	}
	r.world.idle = append(r.world.idle, r)
}

// workers is the closed population.
type workers struct {
	world        *world
	think        workload.Duration
	keys, pauses *sim.Rand
}

// worker is a client of the population. While it thinks it is an event, not a
// task.
type worker struct {
	*workers
	process int
}

// startWorkers starts the population; all begin to read at once.
func (w *world) startWorkers(c *scenario.Closed) {
	all := &workers{
		world: w, think: c.Think,
		keys: w.sim.Rand("workers", "keys"), pauses: w.sim.Rand("workers", "think time"),
	}
	population := make([]worker, c.Workers)
	for i := range population {
		population[i] = worker{all, i % len(w.apps)}
		w.sim.Schedule(0, sim.Client, &population[i])
	}
}

// Handle ends the worker's pause: it reads.
func (k *worker) Handle() {
	if w := k.world; w.sim.Now() < w.duration {
		w.newRead(k).start(k.process, w.draw.Draw(k.keys), observe.LoadScript{})
	}
}

// refusedPause is how long a worker thinks at least after a read for which no
// process was there: otherwise it might ask for ever at one instant.
const refusedPause = time.Millisecond

func (k *worker) pause(refused bool) {
	w := k.world
	think := k.think.Draw(k.pauses)
	if refused {
		think = max(think, refusedPause)
	}
	w.sim.Schedule(w.sim.Now()+think, sim.Client, k)
}

// poisson is the open stream of reads.
type poisson struct {
	world    *world
	gap      workload.Duration
	random   *sim.Rand
	arrivals int
}

func (w *world) startPoisson(p *scenario.Poisson) {
	s := &poisson{
		world:  w,
		gap:    workload.Exponential(time.Duration(float64(time.Second) / float64(p.Rate))),
		random: w.sim.Rand("poisson", "arrivals"),
	}
	s.next()
}

func (s *poisson) next() {
	w := s.world
	if at := w.sim.Now() + s.gap.Draw(s.random); at < w.duration {
		w.sim.Schedule(at, sim.Client, s)
	}
}

// Handle begins a read: the processes take turns.
func (s *poisson) Handle() {
	w := s.world
	i := s.arrivals % len(w.apps)
	s.arrivals++
	w.newRead(nil).start(i, w.draw.Draw(s.random), observe.LoadScript{})
	s.next()
}
