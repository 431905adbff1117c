package live

import (
	"context"
	"time"

	"stampede/model/workload"
)

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
		key := draw.Draw(random)
		if sleep(ctx, due-r.recorder.now()) != nil {
			return
		}
		r.reads.Go(func() { r.write(i, key, *how) })
		due += gap.Draw(random)
	}
}
