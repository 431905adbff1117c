package goredis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/strategies"
)

// ErrTTL is wrapped by the error of a write whose TTL is not positive. Redis
// refuses it; the client library would take 0 for no expiry at all.
var ErrTTL = errors.New("a TTL must be positive")

// client does the operations of a strategy, each in one round trip.
type client struct {
	redis    redis.UniversalClient
	listener *listener
}

func (c client) Get(ctx context.Context, key string) ([]byte, bool, error) {
	return found(c.redis.Get(ctx, key))
}

func found(cmd *redis.StringCmd) ([]byte, bool, error) {
	b, err := cmd.Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, false, nil
	}
	return b, err == nil, err
}

func (c client) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	var get *redis.StringCmd
	var pttl *redis.DurationCmd
	// Each command has its own error: that of the whole is the first of them,
	// and a missing key is one.
	_, _ = c.redis.TxPipelined(ctx, func(p redis.Pipeliner) error {
		get, pttl = p.Get(ctx, key), p.PTTL(ctx, key)
		return nil
	})
	b, ok, err := found(get)
	if err == nil {
		err = pttl.Err()
	}
	if err != nil || !ok {
		return nil, 0, false, err
	}
	ttl := pttl.Val()
	if ttl == gone {
		ttl = 0 // it expired between the two
	}
	return b, ttl, true, nil // one without a TTL has -1 ns, as strategies.NoTTL
}

// gone is what PTTL says of a key that does not exist.
const gone time.Duration = -2

func (c client) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	ttl, err := expiration(ttl)
	if err != nil {
		return err
	}
	return c.redis.Set(ctx, key, value, ttl).Err()
}

func (c client) Expire(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return false, err
	}
	return c.redis.PExpire(ctx, key, ttl).Result()
}

func (c client) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	ttl, err := expiration(ttl)
	if err != nil {
		return false, err
	}
	return c.redis.SetNX(ctx, key, token, ttl).Result()
}

func (c client) Delete(ctx context.Context, key string) (bool, error) {
	n, err := c.redis.Del(ctx, key).Result()
	return n > 0, err
}

func (c client) Remember(ctx context.Context, key string, note []byte, ttl time.Duration) error {
	return c.Set(ctx, key, note, ttl)
}

func (c client) Recall(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	return c.GetWithTTL(ctx, key)
}

func (c client) Forget(ctx context.Context, key string) error { return c.redis.Del(ctx, key).Err() }

func (c client) Subscribe(ctx context.Context, channel string) (strategies.Subscription, error) {
	return c.listener.subscribe(ctx, channel)
}

// expiration is a TTL as the client library takes it: 0 is for ever.
func expiration(ttl time.Duration) (time.Duration, error) {
	if ttl == strategies.NoTTL {
		return 0, nil
	}
	return wholeMilliseconds(ttl)
}

// wholeMilliseconds rounds a TTL up to what Redis keeps, so that a positive one
// never becomes 0.
func wholeMilliseconds(ttl time.Duration) (time.Duration, error) {
	if ttl <= 0 {
		return 0, fmt.Errorf("%w: it is %v", ErrTTL, ttl)
	}
	if rest := ttl % time.Millisecond; rest > 0 {
		ttl += time.Millisecond - rest
	}
	return ttl, nil
}
