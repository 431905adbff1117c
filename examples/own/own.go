// Package own is a module of its own with a strategy of its own: what to do to have
// yours searched, and run under your traffic.
package own

import (
	"context"

	"stampede/strategies"
)

// lock is a strategy as you might write it: who finds no value takes the key's lock
// and loads; the others look again until it is there. What it stands on, [strategies.Cache],
// has the steps; Env is the only way to the clock, to Redis and to randomness, so that
// the same code runs in virtual time and in production.
type lock struct{ *strategies.Cache }

// claims is what the strategy claims to be, and so what it promises.
var claims = strategies.Choices{Lock: true}

// New makes the strategy for one application process.
func New(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	c, err := strategies.NewCache(env, load, claims, o)
	return lock{c}, err
}

// Get returns the value of key.
func (l lock) Get(ctx context.Context, key string) (strategies.Value, error) {
	outcome := strategies.Hit
	for start := l.Env.Now(); ; outcome = strategies.Miss {
		e, found, err := l.Look(ctx, key)
		if err != nil || found {
			return strategies.Value{Data: e.Data, Outcome: outcome}, err
		}
		held, acquired, err := l.AcquireLock(ctx, key)
		if err != nil {
			return strategies.Value{}, err
		}
		if acquired {
			e, err := l.load(ctx, key, held)
			return strategies.Value{Data: e.Data, Outcome: strategies.Miss}, err
		}
		if l.Env.Now().Sub(start) >= l.Options.Lock.Wait {
			return strategies.Value{}, strategies.ErrBusy
		}
		if err := l.Env.Sleep(ctx, l.Options.Lock.Poll); err != nil {
			return strategies.Value{}, err
		}
	}
}

// load loads and publishes, unless the last holder has done so meanwhile.
func (l lock) load(ctx context.Context, key string, held *strategies.HeldLock) (strategies.Entry, error) {
	defer held.Release(ctx)
	if e, found, err := l.Look(ctx, key); err != nil || found {
		return e, err
	}
	e, err := l.Load(ctx, key, nil)
	if err != nil {
		return e, err
	}
	return e, l.Publish(ctx, key, e)
}

// Invalidate deletes the entry of key.
func (l lock) Invalidate(ctx context.Context, key string) error {
	_, err := l.Env.Redis().Delete(ctx, key)
	return err
}
