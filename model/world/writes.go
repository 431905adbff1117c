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

// write is a write to the origin, with what it does to the cache. It belongs to
// no strategy: it is what the application does beside it.
type write struct {
	fleet.Request
	world *world
	app   *app
	how   scenario.Writes
	value bool // it has a new value; otherwise it is an invalidation only
	begin time.Duration
	ctx   context.Context // carries the work
}

// startWrite begins a write of a key, now, by the process that stands in for
// process i; without one it does not happen. One that has no value only does to
// the cache what a write does.
func (w *world) startWrite(i, key int, how scenario.Writes, value bool) {
	a := w.upFrom(i)
	if a == nil {
		return
	}
	x := &write{world: w, app: a, how: how, value: value, begin: w.sim.Now()}
	x.Request = fleet.NewRequest(x)
	x.Work = observe.Work{Process: a.Index(), Key: int32(key)}
	x.ctx = observe.WithWork(context.Background(), &x.Work)
	w.recorder.StartWrite(x.begin, &x.Work)
	a.Accept(&x.Request)
}

// String says what it is.
func (x *write) String() string { return "write" }

// Lost does nothing: whoever writes does not wait.
func (x *write) Lost() {}

// Serve does the write.
func (x *write) Serve() {
	err := x.steps()
	now := x.world.sim.Now()
	x.world.recorder.EndWrite(now, &x.Work, now-x.begin, err != nil)
}

func (x *write) steps() error {
	if !x.value {
		return x.toCache()
	}
	steps := [2]func() error{x.toOrigin, x.toCache}
	if x.how.Order == scenario.CacheFirst {
		steps[0], steps[1] = steps[1], steps[0]
	}
	if err := steps[0](); err != nil {
		return err
	}
	x.sleep(&x.how.Gap)
	return steps[1]()
}

func (x *write) toOrigin() error {
	x.sleep(&x.how.Took)
	_, err := x.world.origin.Write(&x.Work)
	return err
}

func (x *write) toCache() error {
	w := x.world
	key := w.keys[x.Work.Key]
	switch x.how.Then {
	case scenario.Invalidate:
		return x.app.strategy.Invalidate(x.ctx, key)
	case scenario.WriteThrough:
		version := w.origin.Version(x.Work.Key)
		if x.how.Order == scenario.CacheFirst {
			version++
		}
		entry, ttl := w.entry(version, w.sim.Now())
		return x.app.Redis().Set(x.ctx, key, entry, ttl)
	}
	return nil
}

func (x *write) sleep(d *workload.Duration) {
	if pause := d.Draw(x.world.writes); pause > 0 {
		_ = x.app.Sleep(x.ctx, pause) // nothing ends its context
	}
}

// writing is the stream of writes.
type writing struct {
	world  *world
	gap    workload.Duration
	random *sim.Rand
	draw   *workload.Keys
	count  int
}

func (w *world) startWrites(how *scenario.Writes) {
	s := &writing{
		world: w, gap: workload.Exponential(time.Duration(float64(time.Second) / float64(how.Rate))),
		random: w.sim.Rand("writes", "arrivals"), draw: workload.NewKeys(w.scenario.Keys, w.scenario.Popularity),
	}
	s.next()
}

func (s *writing) next() {
	w := s.world
	if at := w.sim.Now() + s.gap.Draw(s.random); at < w.duration {
		w.sim.Schedule(at, sim.Client, s)
	}
}

// Handle begins a write: the processes take turns.
func (s *writing) Handle() {
	w := s.world
	i := s.count % len(w.apps)
	s.count++
	w.startWrite(i, s.draw.Draw(s.random), *w.scenario.Writes, true)
	s.next()
}
