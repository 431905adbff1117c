package broken

import (
	"context"
	"fmt"

	"stampede/strategies"
)

// lockNoRecheck does not look again once it holds the lock.
//
// How it breaks: a reader's look comes just before the holder's SET, its SET NX
// just after the release. It gets the lock and loads a value that is already
// there. Only a varying network delay lets the two be so far apart.
//
// Caught by: single-recompute.
//
// Reported in: DataDog/datadog-agent#40825.
type lockNoRecheck struct{ base }

func newLockNoRecheck(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Lock: true}, o)
	return lockNoRecheck{b}, err
}

func (l lockNoRecheck) Get(ctx context.Context, key string) (strategies.Value, error) {
	start := l.Env.Now()
	for outcome := strategies.Hit; ; outcome = strategies.Miss {
		e, found, err := l.Look(ctx, key)
		if err != nil || found {
			return strategies.Value{Data: e.Data, Outcome: outcome}, err
		}
		held, acquired, err := l.AcquireLock(ctx, key)
		if err != nil {
			return strategies.Value{}, err
		}
		if acquired {
			return l.fillHolding(ctx, key, held)
		}
		if l.Env.Now().Sub(start) >= l.Options.Lock.Wait {
			return strategies.Value{}, fmt.Errorf("%w for %s", strategies.ErrBusy, key)
		}
		if err := l.Env.Sleep(ctx, l.Options.Lock.Poll); err != nil {
			return strategies.Value{}, err
		}
	}
}

func (l lockNoRecheck) fillHolding(ctx context.Context, key string, held *strategies.HeldLock) (strategies.Value, error) {
	defer held.Release(ctx)
	// Wrong: here the right lock looks again.
	return l.fill(ctx, key)
}
