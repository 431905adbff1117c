package broken

import (
	"context"

	"stampede/strategies"
)

// maker makes a strategy for one application process.
type maker = func(strategies.Env, strategies.Loader, strategies.Options) (strategies.Strategy, error)

// over returns the right strategy over a Redis that is wrong.
func over(c strategies.Choices, wrong func(strategies.Env, strategies.Redis) strategies.Redis) maker {
	return func(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
		return c.New(redisEnv{env, wrong(env, env.Redis())}, load, o)
	}
}

// redisEnv is an environment with another Redis.
type redisEnv struct {
	strategies.Env
	redis strategies.Redis
}

func (e redisEnv) Redis() strategies.Redis { return e.redis }

// with returns the right strategy with settings that are wrong.
func with(c strategies.Choices, wrong func(*strategies.Options)) maker {
	return func(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
		wrong(&o)
		return c.New(env, load, o)
	}
}

// base is cache-aside for the strategies that leave a step out; it invalidates as
// they all do.
type base struct{ *strategies.Cache }

func newBase(env strategies.Env, load strategies.Loader, c strategies.Choices, o strategies.Options) (base, error) {
	cache, err := strategies.NewCache(env, load, c, o)
	return base{cache}, err
}

// Invalidate deletes the entry.
func (b base) Invalidate(ctx context.Context, key string) error {
	_, err := b.Env.Redis().Delete(ctx, key)
	return err
}

// fill loads and publishes, as naive does.
func (b base) fill(ctx context.Context, key string) (strategies.Value, error) {
	e, err := b.Load(ctx, key, nil)
	if err != nil {
		return strategies.Value{}, err
	}
	return strategies.Value{Data: e.Data, Outcome: strategies.Miss}, b.Publish(ctx, key, e)
}
