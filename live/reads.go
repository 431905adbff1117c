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
	for _, p := range r.scenario.Parts() {
		if p.Closed != nil {
			r.work(ctx, p)
		}
	}
	r.clients(ctx)
	r.reads.Go(func() { r.writes(ctx) })
	r.stream(ctx)
	r.reads.Wait()
}

// work lets a closed population read, each worker on its own.
func (r *run) work(ctx context.Context, part scenario.Part) {
	c, owner := part.Closed, part.Owner("workers")
	keys, pauses := r.random(owner, "keys"), r.random(owner, "think time")
	draw := workload.NewKeys(part.Keys, part.Popularity)
	until := time.Duration(r.scenario.Duration)
	if part.Until > 0 {
		until = min(until, part.Until)
	}
	for i := range c.Workers {
		p := r.processes[i%len(r.processes)]
		r.reads.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, until-r.recorder.now())
			defer cancel()
			// The errors of Sleep are those of ctx, which the loop asks for.
			_ = p.Sleep(ctx, part.From+c.Begin(i))
			for ctx.Err() == nil {
				r.read(p, part.First+draw.Draw(keys), r.recorder.now())
				_ = p.Sleep(ctx, c.Think.Draw(pauses))
			}
		})
	}
}

// stream starts the requests of the open arrivals. Their instants are fixed ahead,
// so that a delay here does not thin the stream; the processes take turns.
func (r *run) stream(ctx context.Context) {
	var next workload.Request
	for i := 0; r.requests.Next(&next); i++ {
		p := r.processes[i%len(r.processes)]
		if p.Sleep(ctx, next.At-r.recorder.now()) != nil {
			return
		}
		key, due, operation := int(next.Key), next.At, next.Operation
		r.reads.Go(func() {
			switch operation {
			case workload.Read:
				r.read(p, key, due)
			case workload.Write:
				r.write(p, key, r.scenario.WriteRule(), true)
			case workload.Invalidate:
				r.invalidate(p, key)
			}
		})
	}
}

// read is one read by a process. What it waited for since it was due is part of
// its latency.
func (r *run) read(p *process, key int, due time.Duration) {
	r.readWith(r.life, p, due, observe.Work{Key: int32(key)})
}

// readWith is a read that ends with its context.
func (r *run) readWith(ctx context.Context, p *process, due time.Duration, work observe.Work) {
	w, rec := &work, r.recorder
	w.Process = p.index
	rec.do(func() { rec.events.StartRead(rec.at, w) })
	v, err := p.strategy.Get(observe.WithWork(ctx, w), r.keys[w.Key])
	w.Served = writesBefore(v)
	rec.do(func() {
		rec.events.Answer(w, observe.Answer{Value: v, Err: err, GaveUp: ctx.Err() != nil})
		rec.events.EndRead(rec.at, w, observe.ClassOf(v, err), rec.at-due, observe.AgeOf(rec.at, v, err))
	})
}
