package broken

import (
	"context"

	"stampede/strategies"
)

// swrHalf dedupes on one of its two ways only.
type swrHalf struct {
	base
	right strategies.Strategy // the one that dedupes
	miss  bool                // it does so on a miss; else on a stale value
}

// dedupesMisses refreshes once per stale read.
//
// How it breaks: the stampede moves to the background.
//
// Caught by: single-recompute.
//
// Reported in: jaredwray/cacheable#619.
func dedupesMisses(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return newSWRHalf(env, load, o, true)
}

// dedupesStale loads once per read where there is no stale value.
//
// How it breaks: an empty cache lets everyone through.
//
// Caught by: single-recompute.
//
// Reported in: laravel/framework#61289.
func dedupesStale(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return newSWRHalf(env, load, o, false)
}

func newSWRHalf(env strategies.Env, load strategies.Loader, o strategies.Options, miss bool) (strategies.Strategy, error) {
	c := strategies.Choices{SWR: true, Lock: true}
	right, err := c.New(env, load, o)
	if err != nil {
		return nil, err
	}
	b, err := newBase(env, load, c, o)
	return swrHalf{b, right, miss}, err
}

func (s swrHalf) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.Look(ctx, key)
	switch {
	case err != nil:
		return strategies.Value{}, err
	case found && !e.Stale():
		return strategies.Value{Data: e.Data}, nil
	case found == s.miss && found: // wrong: nobody asks who else does
		s.Env.Go(ctx, "refresh", func(ctx context.Context) { _, _ = s.fill(ctx, key) })
		return strategies.Value{Data: e.Data, Outcome: strategies.Stale}, nil
	case !found && !s.miss: // wrong likewise
		return s.fill(ctx, key)
	}
	return s.right.Get(ctx, key)
}
