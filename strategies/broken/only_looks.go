package broken

import (
	"context"

	"stampede/strategies"
)

// onlyLooks asks for the lock once. Who does not get it looks for the value, and
// loads without the lock when that takes too long.
//
// How it breaks: the leader dies, and all who waited for it load, a wait's length
// later.
//
// Caught by: bounded-fall-through.
//
// Reported in: flyingsquirrel0419/layercache#59.
type onlyLooks struct{ base }

func newOnlyLooks(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Lock: true}, o)
	return onlyLooks{b}, err
}

func (s onlyLooks) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.Look(ctx, key)
	if err != nil || found {
		return strategies.Value{Data: e.Data}, err
	}
	held, acquired, err := s.AcquireLock(ctx, key)
	if err != nil {
		return strategies.Value{}, err
	}
	if acquired {
		defer held.Release(ctx)
		return s.fill(ctx, key)
	}
	for start := s.Env.Now(); s.Env.Now().Sub(start) < s.Options.Lock.Wait; {
		if err := s.Env.Sleep(ctx, s.Options.Lock.Poll); err != nil {
			return strategies.Value{}, err
		}
		if e, found, err := s.Look(ctx, key); err != nil || found {
			return strategies.Value{Data: e.Data, Outcome: strategies.Miss}, err
		}
	}
	return s.fill(ctx, key) // wrong: all of them do
}
