package world

import (
	"context"
	"time"

	"stampede/model/fleet"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/sim"
	"stampede/strategies"
)

// read is one read at a time; it is reused for the next. Only a read in
// progress needs one: a fleet is mostly idle.
type read struct {
	fleet.Request
	world *world
	app   *app
	begin time.Duration
	due   time.Duration   // when it should have begun
	ctx   context.Context // carries the work
	by    *worker         // nil for a read of an open stream
	known bool            // its start is recorded
	once  bool            // it is not reused: its context may end
}

// makeRead returns a read under a context.
func (w *world) makeRead(ctx context.Context) *read {
	r := &read{world: w}
	r.Request = fleet.NewRequest(r)
	r.ctx = observe.WithWork(ctx, &r.Work)
	return r
}

// newRead returns a read that begins now.
func (w *world) newRead(by *worker) *read { return w.newLateRead(by, w.sim.Now()) }

// newLateRead returns a read that begins now and was due before. What it has waited
// is part of its latency.
func (w *world) newLateRead(by *worker, due time.Duration) *read {
	var r *read
	if n := len(w.idle); n > 0 {
		r = w.idle[n-1]
		w.idle = w.idle[:n-1]
	} else {
		r = w.makeRead(context.Background())
	}
	r.begin, r.due, r.by = w.sim.Now(), due, by
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
	r.Work.Process, r.known = r.app.Index(), false
	if !r.app.Accept(&r.Request) {
		r.record()
	}
}

// record records the start: by the task that serves the read, so that it stands
// where its first command does, or before, if it must wait for one.
func (r *read) record() {
	r.known = true
	r.world.recorder.StartRead(r.begin, &r.Work)
}

// Serve does the read.
func (r *read) Serve() {
	w := r.world
	if !r.known {
		r.record()
	}
	v, err := r.app.strategy.Get(r.ctx, w.keys[r.Work.Key])
	r.answered(v, err)
}

// answered ends the read. It is apart from Serve, whose frame lies under all that a
// read in progress waits in.
//
//go:noinline
func (r *read) answered(v strategies.Value, err error) {
	w := r.world
	now := w.sim.Now()
	r.Work.Served = observe.WritesBefore(v)
	w.recorder.Answer(&r.Work, observe.Answer{Value: v, Err: err, GaveUp: r.ctx.Err() != nil})
	w.recorder.EndRead(now, &r.Work, observe.ClassOf(v, err), now-r.due, observe.AgeOf(now, v, err))
	r.done()
}

// done ends the read: another may have its place.
func (r *read) done() {
	r.Lost()
	if !r.once {
		r.world.idle = append(r.world.idle, r)
	}
}

// String says what it is.
func (r *read) String() string { return "read" }

// Lost lets the client go on. It is all that follows a crash: what the read had
// sent is still under way, and is its doing.
func (r *read) Lost() {
	if r.by != nil {
		r.by.pause(r.app == nil)
	}
}

// workers is a closed population.
type workers struct {
	world        *world
	think        workload.Duration
	first        int // key
	draw         *workload.Keys
	until        time.Duration
	keys, pauses *sim.Rand
	sleeps       *sim.Rand
}

// worker is a client of the population. While it thinks it is an event, not a
// task.
type worker struct {
	*workers
	process int
}

// startWorkers starts the population of a part of the arrivals, over the length
// of its ramp.
func (w *world) startWorkers(p scenario.Part) {
	owner := p.Owner("workers")
	all := &workers{
		world: w, think: p.Closed.Think, first: p.First, draw: workload.NewKeys(p.Keys, p.Popularity), until: w.duration,
		keys: w.sim.Rand(owner, "keys"), pauses: w.sim.Rand(owner, "think time"),
		sleeps: w.sim.Rand(owner, "oversleep"),
	}
	if p.Until > 0 {
		all.until = min(all.until, p.Until)
	}
	population := make([]worker, p.Closed.Workers)
	for i := range population {
		population[i] = worker{all, i % len(w.apps)}
		w.sim.Schedule(p.From+p.Closed.Begin(i), sim.Client, &population[i])
	}
}

// Handle ends the worker's pause: it reads.
func (k *worker) Handle() {
	if w := k.world; w.sim.Now() < k.until {
		w.newRead(k).start(k.process, k.first+k.draw.Draw(k.keys), observe.LoadScript{})
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
	if think > 0 {
		think += w.scenario.Oversleep.Draw(k.sleeps)
	}
	w.sim.Schedule(w.sim.Now()+think, sim.Client, k)
}
