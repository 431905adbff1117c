package goredis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/strategies/script"
)

// ErrTTL is wrapped by the error of a write whose TTL is not positive. Redis
// refuses it; the client library would take 0 for no expiry at all.
var ErrTTL = errors.New("a TTL must be positive")

var (
	compareAndDelete  = redis.NewScript(script.CompareAndDelete.Text)
	publishAndRelease = redis.NewScript(script.PublishAndRelease.Text)
)

// client does the operations of a strategy, each in one round trip.
type client struct{ redis redis.UniversalClient }

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
	return b, ttl, true, nil
}

// gone is what PTTL says of a key that does not exist.
const gone time.Duration = -2

func (c client) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return err
	}
	return c.redis.Set(ctx, key, value, ttl).Err()
}

func (c client) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return false, err
	}
	return c.redis.SetNX(ctx, key, token, ttl).Result()
}

func (c client) Delete(ctx context.Context, key string) (bool, error) {
	n, err := c.redis.Del(ctx, key).Result()
	return n > 0, err
}

func (c client) CompareAndDelete(ctx context.Context, key, token string) (bool, error) {
	return compareAndDelete.Run(ctx, c.redis, []string{key}, token).Bool()
}

func (c client) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token string) (bool, error) {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return false, err
	}
	return publishAndRelease.Run(ctx, c.redis, []string{key, lock}, value, ttl.Milliseconds(), token).Bool()
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
