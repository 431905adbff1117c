package broken

import (
	"context"
	"fmt"

	"stampede/strategies"
)

// decidesOnce looks before it waits for the lock, and never again.
//
// How it breaks: each of those who waited loads in turn what the first of them has
// long published.
//
// Caught by: single-recompute.
//
// Reported in: DataDog/datadog-agent#40825; craftercms/core#116.
type decidesOnce struct{ base }

func newDecidesOnce(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Lock: true}, o)
	return decidesOnce{b}, err
}

func (s decidesOnce) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.Look(ctx, key)
	if err != nil || found {
		return strategies.Value{Data: e.Data}, err
	}
	for start := s.Env.Now(); ; {
		held, acquired, err := s.AcquireLock(ctx, key)
		switch {
		case err != nil:
			return strategies.Value{}, err
		case acquired: // wrong: that there is no value was so before it waited
			defer held.Release(ctx)
			return s.fill(ctx, key)
		case s.Env.Now().Sub(start) >= s.Options.Lock.Wait:
			return strategies.Value{}, fmt.Errorf("%w for %s", strategies.ErrBusy, key)
		}
		if err := s.Env.Sleep(ctx, s.Options.Lock.Poll); err != nil {
			return strategies.Value{}, err
		}
	}
}
