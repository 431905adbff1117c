package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// wrongTTL is a Redis that entries are written to with another TTL.
type wrongTTL struct {
	strategies.Redis
	of func(key string, ttl time.Duration) time.Duration
}

func (r wrongTTL) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	return r.Redis.Set(ctx, key, value, r.of(key, ttl))
}

// forEverBelowASecond counts whole seconds, and takes 0 for no TTL.
//
// How it breaks: a TTL of less than a second becomes none at all.
//
// Caught by: ttl-in-range.
//
// Reported in: throttled/throttled#26.
func forEverBelowASecond(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return wrongTTL{r, func(_ string, ttl time.Duration) time.Duration {
		if ttl < time.Second {
			return strategies.NoTTL
		}
		return ttl.Truncate(time.Second)
	}}
}

// refusedBelowASecond counts whole seconds.
//
// How it breaks: a TTL of less than a second becomes 0, and the write is refused:
// nothing is ever cached.
//
// Caught by: ttl-in-range.
//
// Reported in: devfeel/cache#5.
func refusedBelowASecond(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return wrongTTL{r, func(_ string, ttl time.Duration) time.Duration { return ttl.Truncate(time.Second) }}
}

// jitterBothWays shortens the TTL as well, by up to more than there is of it: by
// half as much again.
//
// How it breaks: one TTL in six is 0 or less, and those writes are refused.
//
// Caught by: ttl-in-range.
//
// Reported in: our own variant of smithy-lang/smithy-rs#3402.
func jitterBothWays(env strategies.Env, r strategies.Redis) strategies.Redis {
	return wrongTTL{r, func(_ string, ttl time.Duration) time.Duration {
		return ttl + time.Duration(float64(3*ttl)*(float64(env.Uint64()>>11)/(1<<53)-0.5))
	}}
}

// jitterLater leaves out the first fill of each key.
//
// How it breaks: what was filled together at the start expires together once.
//
// Caught by: expiries-spread.
//
// Reported in: mozilla-services/contile#261.
func jitterLater(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	filled := failedKeys{locks: make(map[string]bool)}
	return strategies.Choices{Jitter: true, Lock: true}.New(redisEnv{env, wrongTTL{env.Redis(), func(key string, ttl time.Duration) time.Duration {
		if filled.is(key) {
			return ttl
		}
		filled.set(key, true)
		return o.TTL
	}}}, load, o)
}

// expiredBelowASecond counts whole seconds, and gives an entry its TTL in a second
// step.
//
// How it breaks: a TTL of less than a second becomes 0, which deletes the entry.
//
// Caught by: ttl-in-range.
//
// Reported in: rails/rails#10001, by another way to a TTL of 0.
type expiredBelowASecond struct{ strategies.Redis }

// Set is wrong: an EXPIRE of 0 deletes.
func (r expiredBelowASecond) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if err := r.Redis.Set(ctx, key, value, strategies.NoTTL); err != nil {
		return err
	}
	_, err := r.Expire(ctx, key, ttl.Truncate(time.Second))
	return err
}

func newExpiredBelowASecond(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return expiredBelowASecond{r}
}
