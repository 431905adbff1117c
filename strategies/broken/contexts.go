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
// Reported in: bucketeer-io/bucketeer#2552; for a refresh,
// ZiggyCreatures/FusionCache#218.
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

func (b borrowed) Value(key any) any { return b.values.Value(key) }

func inBorrowedContext(c strategies.Choices) maker {
	return func(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
		return c.New(borrowedContext{env}, load, o)
	}
}
