package live

import (
	"context"
	"time"

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
		r.reads.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, until-r.recorder.now())
			defer cancel()
			// The errors of sleep are those of ctx, which the loop asks for.
			_ = sleep(ctx, part.From+c.Begin(i))
			for ctx.Err() == nil {
				served := r.read(r.life, i, readRequest{Key: part.First + draw.Draw(keys), Due: r.recorder.now()})
				think := c.Think.Draw(pauses)
				if !served {
					think = max(think, refusedPause)
				}
				_ = sleep(ctx, think)
			}
		})
	}
}

// refusedPause is how long a worker thinks at least after a read for which no
// process was there.
const refusedPause = time.Millisecond

// stream starts the requests of the open arrivals. Their instants are fixed ahead,
// so that a delay here does not thin the stream; the processes take turns.
func (r *run) stream(ctx context.Context) {
	var next workload.Request
	for i := 0; r.requests.Next(&next); i++ {
		if sleep(ctx, next.At-r.recorder.now()) != nil {
			return
		}
		key, due, operation := int(next.Key), next.At, next.Operation
		r.reads.Go(func() {
			switch operation {
			case workload.Read:
				r.read(r.life, i, readRequest{Key: key, Due: due})
			case workload.Write:
				r.write(i, key, r.scenario.WriteRule())
			case workload.Invalidate:
				r.invalidate(i, key)
			}
		})
	}
}
