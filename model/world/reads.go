package world

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/sim"
)

// read is one read at a time; it is reused for the next. Only a read in
// progress needs one: a fleet is mostly idle.
type read struct {
	world *world
	app   *app
	work  observe.Work
	ctx   context.Context // carries work
	run   func()          // get, made once
	by    *worker         // nil for a read of an open stream
}

// startRead begins a read of a key in a process; by goes on when it is done.
func (w *world) startRead(a *app, key int, by *worker) {
	var r *read
	if n := len(w.idle); n > 0 {
		r = w.idle[n-1]
		w.idle = w.idle[:n-1]
	} else {
		r = &read{world: w}
		r.ctx = observe.WithWork(context.Background(), &r.work)
		r.run = r.get
	}
	r.app, r.by = a, by
	r.work = observe.Work{Process: a.Index(), Key: int32(key)}
	a.Start("read", r.run)
}

func (r *read) get() {
	w := r.world
	begin := w.sim.Now()
	w.recorder.StartRead(begin, &r.work)
	v, err := r.app.strategy.Get(r.ctx, w.keys[r.work.Key])
	now := w.sim.Now()
	w.recorder.EndRead(now, &r.work, observe.ClassOf(v, err), now-begin, observe.AgeOf(now, v, err))
	if r.by != nil {
		r.by.pause()
	}
	w.idle = append(w.idle, r)
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
	app *app
}

// startWorkers starts the population, over the length of its ramp.
func (w *world) startWorkers(c *scenario.Closed) {
	all := &workers{
		world: w, think: c.Think,
		keys: w.sim.Rand("workers", "keys"), pauses: w.sim.Rand("workers", "think time"),
	}
	population := make([]worker, c.Workers)
	for i := range population {
		population[i] = worker{all, w.apps[i%len(w.apps)]}
		w.sim.Schedule(c.Begin(i), sim.Client, &population[i])
	}
}

// Handle ends the worker's pause: it reads.
func (k *worker) Handle() {
	if w := k.world; w.sim.Now() < w.duration {
		w.startRead(k.app, w.draw.Draw(k.keys), k)
	}
}

func (k *worker) pause() {
	w := k.world
	w.sim.Schedule(w.sim.Now()+k.think.Draw(k.pauses), sim.Client, k)
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
	a := w.apps[s.arrivals%len(w.apps)]
	s.arrivals++
	w.startRead(a, w.draw.Draw(s.random), nil)
	s.next()
}
