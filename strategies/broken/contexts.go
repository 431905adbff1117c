package broken

import (
	"context"

	"stampede/strategies"
)

// borrowedContext runs background work in the context of the read that started it.
//
// How it breaks: the read ends, and its context with it: a refresh is cut off; a
// flight fails all who wait for it.
//
// Caught by: errors-stay-home.
//
// Reported in: bucketeer-io/bucketeer#2552.
type borrowedContext struct{ strategies.Env }

// Go is wrong: fn gets no lifetime of its own.
func (e borrowedContext) Go(ctx context.Context, name string, fn func(context.Context)) {
	e.Env.Go(ctx, name, func(own context.Context) { fn(borrowed{ctx, own}) })
}

// borrowed ends with one context and has the values of another.
type borrowed struct {
	context.Context
	values context.Context
}

func (b borrowed) Value(key any) any {
	if key == (lender{}) {
		return b.Context
	}
	return b.values.Value(key)
}

// lender is the key of the context that was borrowed.
type lender struct{}

// borrowedRelease sends the release of a lock in the borrowed context as well.
//
// How it breaks: the read that began a refresh is cancelled, and the refresh's
// lock is never given back: the key answers no one until the lock's TTL is over.
//
// Caught by: lock-released.
//
// Reported in: ZiggyCreatures/FusionCache#218; cloudflare/pingora#931.
type borrowedRelease struct{ strategies.Redis }

// CompareAndDelete is wrong: it does not outlive the read.
func (r borrowedRelease) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	if from, ok := ctx.Value(lender{}).(context.Context); ok && from.Err() != nil {
		return false, from.Err()
	}
	return r.Redis.CompareAndDelete(ctx, key, token, channel)
}

func inBorrowedContextToTheEnd(c strategies.Choices) maker {
	return func(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
		return c.New(redisEnv{borrowedContext{env}, borrowedRelease{env.Redis()}}, load, o)
	}
}

func inBorrowedContext(c strategies.Choices) maker {
	return func(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
		return c.New(borrowedContext{env}, load, o)
	}
}
