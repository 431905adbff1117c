package study

import (
	"context"

	"stampede/live"
)

// Live makes the run in wall-clock time, on miniredis or on the server of a
// URL. allowRemote lets that be one that is not on this machine.
func (r Run) Live(ctx context.Context, redis string, allowRemote bool) (Outcome, error) {
	o := newObservers(r, true)
	info, err := live.Run(ctx, live.Config{
		Scenario: r.Scenario, Strategy: r.Strategy, Seed: r.Seed, Redis: redis, AllowRemote: allowRemote, Progress: r.Progress,
	}, o.sinks()...)
	out := o.outcome(r)
	if info.Server.Version != "" {
		out.Result.Backend, out.Result.Server = info.Server.Version, &info.Server
	}
	return out, err
}
