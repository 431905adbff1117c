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

// workers is a closed population.
type workers struct {
	world        *world
	think        workload.Duration
	first        int // key
	draw         *workload.Keys
	until        time.Duration
	keys, pauses *sim.Rand
}

// worker is a client of the population. While it thinks it is an event, not a
// task.
type worker struct {
	*workers
	app *app
}

// startWorkers starts the population of a part of the arrivals, over the length
// of its ramp.
func (w *world) startWorkers(p scenario.Part) {
	owner := p.Owner("workers")
	all := &workers{
		world: w, think: p.Closed.Think, first: p.First, draw: workload.NewKeys(p.Keys, p.Popularity), until: w.duration,
		keys: w.sim.Rand(owner, "keys"), pauses: w.sim.Rand(owner, "think time"),
	}
	if p.Until > 0 {
		all.until = min(all.until, p.Until)
	}
	population := make([]worker, p.Closed.Workers)
	for i := range population {
		population[i] = worker{all, w.apps[i%len(w.apps)]}
		w.sim.Schedule(p.From+p.Closed.Begin(i), sim.Client, &population[i])
	}
}

// Handle ends the worker's pause: it reads.
func (k *worker) Handle() {
	if w := k.world; w.sim.Now() < k.until {
		w.startRead(k.app, k.first+k.draw.Draw(k.keys), k)
	}
}

func (k *worker) pause() {
	w := k.world
	w.sim.Schedule(w.sim.Now()+k.think.Draw(k.pauses), sim.Client, k)
}
