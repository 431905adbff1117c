package live

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
)

// write is a write to the origin, with what it does to the cache. It belongs to no
// strategy: it is what the application does beside it.
type write struct {
	run     *run
	process *process
	how     scenario.Writes
	work    *observe.Work
	ctx     context.Context // carries the work
}

// write lets a process write a key. Without a value it only does to the cache what
// a write does.
func (r *run) write(p *process, key int, how scenario.Writes, value bool) {
	w := &observe.Work{Process: p.index, Key: int32(key)}
	x := &write{run: r, process: p, how: how, work: w, ctx: observe.WithWork(r.life, w)}
	rec := r.recorder
	var begin time.Duration
	rec.do(func() {
		begin = rec.at
		rec.events.StartWrite(begin, w)
	})
	err := x.steps(value)
	rec.do(func() { rec.events.EndWrite(rec.at, w, rec.at-begin, err != nil) })
}

// invalidate deletes an entry.
func (r *run) invalidate(p *process, key int) {
	r.write(p, key, scenario.Writes{Then: scenario.Invalidate}, false)
}

func (x *write) steps(value bool) error {
	if !value {
		return x.toCache()
	}
	steps := [2]func() error{x.toOrigin, x.toCache}
	if x.how.Order == scenario.CacheFirst {
		steps[0], steps[1] = steps[1], steps[0]
	}
	if err := steps[0](); err != nil {
		return err
	}
	if err := x.sleep(x.how.Gap); err != nil {
		return err
	}
	return steps[1]()
}

func (x *write) toOrigin() error {
	if err := x.sleep(x.how.Took); err != nil {
		return err
	}
	return x.run.origin.write(x.work)
}

func (x *write) toCache() error {
	r, key := x.run, x.run.keys[x.work.Key]
	switch x.how.Then {
	case scenario.Invalidate:
		return x.process.strategy.Invalidate(x.ctx, key)
	case scenario.WriteThrough:
		ahead := 0
		if x.how.Order == scenario.CacheFirst {
			ahead = 1
		}
		data := observe.Payload{Version: r.origin.nextVersion(x.work.Key, ahead), ReadAt: r.recorder.now()}.Encode()
		options, took := r.strategy.Options(r.scenario.Options()), r.scenario.Origin.Recompute.Mean()
		entry, ttl := r.strategy.Choices.Fill(x.process, options, data, took)
		return x.process.Redis().Set(x.ctx, key, entry, ttl)
	}
	return nil
}

func (x *write) sleep(d workload.Duration) error {
	return x.process.Sleep(x.ctx, d.Draw(x.run.pauses))
}

// writes starts the stream of writes, of which the processes make one in turn.
func (r *run) writes(ctx context.Context) {
	how := r.scenario.Writes
	if how == nil || how.Rate == 0 {
		return
	}
	gap, random := workload.Exponential(time.Duration(float64(time.Second)/float64(how.Rate))), r.random("writes", "arrivals")
	draw := workload.NewKeys(r.scenario.Keys, r.scenario.Popularity)
	due := gap.Draw(random)
	for i := 0; due < time.Duration(r.scenario.Duration); i++ {
		p, key := r.processes[i%len(r.processes)], draw.Draw(random)
		if p.Sleep(ctx, due-r.recorder.now()) != nil {
			return
		}
		r.reads.Go(func() { r.write(p, key, *how, true) })
		due += gap.Draw(random)
	}
}
