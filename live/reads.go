package live

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
)

// arrive starts the reads of the scenario, or those until ctx is done, and returns
// once they all have their answers.
func (r *run) arrive(ctx context.Context) {
	if closed := r.scenario.Arrivals.Closed; closed != nil {
		r.work(ctx, closed)
	} else {
		r.poisson(ctx, r.scenario.Arrivals.Poisson)
	}
}

// work lets the closed population read, each worker on its own; all begin at
// once.
func (r *run) work(ctx context.Context, c *scenario.Closed) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(r.scenario.Duration))
	defer cancel()
	keys, pauses := r.stream("workers", "keys"), r.stream("workers", "think time")
	for i := range c.Workers {
		p := r.processes[i%len(r.processes)]
		r.reads.Go(func() {
			for ctx.Err() == nil {
				r.read(p, r.draw.Draw(keys))
				// Its error is that of ctx, which the loop asks for.
				_ = p.Sleep(ctx, c.Think.Draw(pauses))
			}
		})
	}
	r.reads.Wait()
}

// poisson starts the reads of the open stream. Its instants are fixed ahead, so
// that a delay here does not thin the stream; the processes take turns.
func (r *run) poisson(ctx context.Context, c *scenario.Poisson) {
	defer r.reads.Wait()
	gap := workload.Exponential(time.Duration(float64(time.Second) / float64(c.Rate)))
	random := r.stream("poisson", "arrivals")
	at := gap.Draw(random)
	for i := 0; at < time.Duration(r.scenario.Duration); i++ {
		p := r.processes[i%len(r.processes)]
		if p.Sleep(ctx, at-r.recorder.now()) != nil {
			return
		}
		key := r.draw.Draw(random)
		r.reads.Go(func() { r.read(p, key) })
		at += gap.Draw(random)
	}
}

// read is one read by a process.
func (r *run) read(p *process, key int) {
	w := &observe.Work{Process: p.index, Key: int32(key)}
	rec := r.recorder
	var begin time.Duration
	rec.do(func() {
		begin = rec.at
		rec.events.StartRead(begin, w)
	})
	v, err := p.strategy.Get(observe.WithWork(r.life, w), r.keys[key])
	rec.do(func() {
		rec.events.EndRead(rec.at, w, observe.ClassOf(v, err), rec.at-begin, observe.AgeOf(rec.at, v, err))
	})
}
