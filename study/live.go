package study

import (
	"context"

	"stampede/live"
	"stampede/props"
)

// Live makes the run in wall-clock time. The configuration says on which server,
// and how it is observed; the rest of it is the run's.
func (r Run) Live(ctx context.Context, on live.Config) (Outcome, error) {
	facts := props.RunOf(r.Strategy, r.Scenario)
	facts.Live, facts.LockServers = true, live.LockServers(on.Redis)
	o := newObservers(r, facts)
	on.Scenario, on.Strategy, on.Seed = r.Scenario, r.Strategy, r.Seed
	on.Progress = r.Progress
	info, err := live.Run(ctx, on, o.sinks()...)
	out := o.outcome(r)
	out.Oversleep = info.Oversleep
	info.Complete(&out.Result)
	out.Result.Expectations = o.expected.Judge(out.Result) // of the figures as they are now
	return out, err
}
