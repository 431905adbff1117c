package world

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/sim"
)

// read is one read at a time; it is reused for the next.
type read struct {
	world *world
	app   *app
	work  observe.Work
	ctx   context.Context // carries work
	run   func()          // get, made once
	after func()          // what the client does next
}

func (w *world) newRead(after func(*read)) *read {
	r := &read{world: w}
	r.ctx = observe.WithWork(context.Background(), &r.work)
	r.run = r.get
	r.after = func() { after(r) }
	return r
}

// start begins a read of a key in a process.
func (r *read) start(a *app, key int) {
	r.app = a
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
	r.after()
}

// worker is a client of the closed population. While it thinks it is an event,
// not a task.
type worker struct {
	read         *read
	app          *app
	think        *workload.Duration
	keys, pauses *sim.Rand
}

// startWorkers starts the population; all begin to read at once.
func (w *world) startWorkers(c *scenario.Closed) {
	keys, pauses := w.sim.Rand("workers", "keys"), w.sim.Rand("workers", "think time")
	for i := range c.Workers {
		k := &worker{app: w.apps[i%len(w.apps)], think: &c.Think, keys: keys, pauses: pauses}
		k.read = w.newRead(func(*read) { k.pause() })
		w.sim.Schedule(0, sim.Client, k)
	}
}

// Handle ends the worker's pause: it reads.
func (k *worker) Handle() {
	w := k.read.world
	if w.sim.Now() < w.duration {
		k.read.start(k.app, w.draw.Draw(k.keys))
	}
}

func (k *worker) pause() {
	w := k.read.world
	w.sim.Schedule(w.sim.Now()+k.think.Draw(k.pauses), sim.Client, k)
}

// poisson is the open stream of reads.
type poisson struct {
	world    *world
	gap      workload.Duration
	random   *sim.Rand
	idle     []*read
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
	var r *read
	if n := len(s.idle); n > 0 {
		r = s.idle[n-1]
		s.idle = s.idle[:n-1]
	} else {
		r = w.newRead(func(r *read) { s.idle = append(s.idle, r) })
	}
	a := w.apps[s.arrivals%len(w.apps)]
	s.arrivals++
	r.start(a, w.draw.Draw(s.random))
	s.next()
}
