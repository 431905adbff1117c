package broken

import (
	"context"
	"errors"
	"time"

	"stampede/strategies"
)

// notifyBlindly does not look after its subscription is in place.
//
// How it breaks: the message was sent before the subscription was there, and the
// waiter sleeps though the lock is free.
//
// Caught by: reads-end.
//
// Reported in: redisson/redisson#1763.
type notifyBlindly struct {
	strategies.Redis
	env  strategies.Env
	most time.Duration
}

func newNotifyBlindly(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return strategies.Choices{Lock: true, Notify: true}.New(redisEnv{env, notifyBlindly{env.Redis(), env, o.Lock.Wait}}, load, o)
}

// Subscribe is wrong: it comes back only with the first message.
func (r notifyBlindly) Subscribe(ctx context.Context, channel string) (strategies.Subscription, error) {
	s, err := r.Redis.Subscribe(ctx, channel)
	if err != nil {
		return nil, err
	}
	limited, cancel := r.env.WithTimeout(ctx, r.most)
	defer cancel()
	_ = s.Wait(limited)
	return s, nil
}

// recursive calls itself while the lock is another's.
//
// How it breaks: nothing bounds it: neither the wait nor the stack.
//
// Caught by: reads-end.
//
// Reported in: articles on cache breakdown, whose sample does so.
type recursive struct{ base }

func newRecursive(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Lock: true}, o)
	return recursive{b}, err
}

func (r recursive) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := r.Look(ctx, key)
	if err != nil || found {
		return strategies.Value{Data: e.Data}, err
	}
	held, acquired, err := r.AcquireLock(ctx, key)
	switch {
	case err != nil:
		return strategies.Value{}, err
	case acquired:
		defer held.Release(ctx)
		if e, found, err := r.Look(ctx, key); err != nil || found {
			return strategies.Value{Data: e.Data, Outcome: strategies.Miss}, err
		}
		return r.fill(ctx, key)
	}
	if err := r.Env.Sleep(ctx, r.Options.Lock.Poll); err != nil {
		return strategies.Value{}, err
	}
	return r.Get(ctx, key) // wrong: without a limit
}

// nothingForLosers answers those who do not get the lock with nothing.
//
// How it breaks: callers take it for "there is no such value".
//
// Caught by: reads-answered.
//
// Reported in: sebleier/django-redis-cache#112.
type nothingForLosers struct{ strategies.Strategy }

func newNothingForLosers(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	o.Lock.Wait = 1 // they do not wait
	s, err := strategies.Choices{Lock: true}.New(env, load, o)
	return nothingForLosers{s}, err
}

func (s nothingForLosers) Get(ctx context.Context, key string) (strategies.Value, error) {
	v, err := s.Strategy.Get(ctx, key)
	if errors.Is(err, strategies.ErrBusy) {
		return strategies.Value{Outcome: strategies.Miss}, nil
	}
	return v, err
}
