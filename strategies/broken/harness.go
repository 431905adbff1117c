package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// harness is the code of a public experiment, with its faults: a TTL in whole
// seconds, no look after the lock is taken, and a release by a plain DEL. What it
// measured is to be reproduced, not followed.
//
// Source: redis-stampede harnesses in the tradition of Vattani's sample.
type harness struct {
	base
	xfetch, lock bool
}

// Harness returns the strategy of the public experiment that is of these choices:
// lock, xfetch, or both.
func Harness(xfetch, lock bool) strategies.Preset {
	c := strategies.Choices{XFetch: xfetch, Lock: lock}
	return strategies.Preset{
		Name: "harness-" + c.String(), Choices: c,
		Guarantee: "BROKEN: " + c.String() + " as in a public experiment",
		New: func(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
			b, err := newBase(env, load, c, o)
			return harness{b, xfetch, lock}, err
		},
	}
}

func (h harness) Get(ctx context.Context, key string) (strategies.Value, error) {
	for outcome := strategies.Hit; ; outcome = strategies.Miss {
		e, found, err := h.LookWithTTL(ctx, key)
		if err != nil {
			return strategies.Value{}, err
		}
		value := strategies.Value{Data: e.Data, Outcome: outcome}
		if found && !h.due(e) {
			return value, nil
		}
		if !h.lock {
			return h.fillAs(ctx, key, found)
		}
		_, acquired, err := h.AcquireLock(ctx, key)
		switch {
		case err != nil:
			return strategies.Value{}, err
		case acquired:
			v, err := h.fillAs(ctx, key, found)
			_, _ = h.Env.Redis().Delete(ctx, strategies.LockKey(key))
			return v, err
		case found:
			return value, nil // it ducks out
		}
		if err := h.Env.Sleep(ctx, h.Options.Lock.Poll); err != nil {
			return strategies.Value{}, err
		}
	}
}

// fillAs fills; early, while there is a value, that is no miss.
func (h harness) fillAs(ctx context.Context, key string, found bool) (strategies.Value, error) {
	v, err := h.fill(ctx, key)
	if found {
		v.Outcome = strategies.Hit
	}
	return v, err
}

func (h harness) due(e strategies.Entry) bool {
	left := (e.Remaining + time.Second/2).Truncate(time.Second) // as TTL rounds it
	d := strategies.Decision{Remaining: left, Delta: e.Delta, Beta: h.Options.Beta, U: 1 - halfOpen(h.Env)}
	return h.xfetch && d.Due()
}
