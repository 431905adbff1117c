package goredis

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/strategies"
	"stampede/strategies/script"
)

var (
	compareAndDelete  = redis.NewScript(script.CompareAndDelete.Text)
	compareAndExpire  = redis.NewScript(script.CompareAndExpire.Text)
	publishAndRelease = redis.NewScript(script.PublishAndRelease.Text)
	publishLeased     = redis.NewScript(script.PublishLeased.Text)
	voidLease         = redis.NewScript(script.VoidLease.Text)
	acquireFenced     = redis.NewScript(script.AcquireFenced.Text)
	publishFenced     = redis.NewScript(script.PublishFenced.Text)
)

func (c client) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	return compareAndDelete.Run(ctx, c.redis, []string{key}, token, channel).Bool()
}

func (c client) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return false, err
	}
	return compareAndExpire.Run(ctx, c.redis, []string{key}, token, ttl.Milliseconds()).Bool()
}

func (c client) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token, channel string) (bool, error) {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return false, err
	}
	return publishAndRelease.Run(ctx, c.redis, []string{key, lock}, value, ttl.Milliseconds(), token, channel).Bool()
}

func (c client) PublishLeased(ctx context.Context, key string, value []byte, ttl time.Duration, lease, token string, left time.Duration) (bool, error) {
	ttl, err := expiration(ttl)
	if err != nil {
		return false, err
	}
	left, err = expiration(left)
	if err != nil {
		return false, err
	}
	return publishLeased.Run(ctx, c.redis, []string{key, lease}, value, ttl.Milliseconds(), token, left.Milliseconds()).Bool()
}

func (c client) VoidLease(ctx context.Context, key, lease string, ttl time.Duration) error {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return err
	}
	return voidLease.Run(ctx, c.redis, []string{key, lease}, ttl.Milliseconds()).Err()
}

func (c client) AcquireFenced(ctx context.Context, key, token string, ttl time.Duration, fence string) (int64, bool, error) {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return 0, false, err
	}
	number, err := acquireFenced.Run(ctx, c.redis, []string{key, fence}, token, ttl.Milliseconds(), strategies.FenceMemory.Milliseconds()).Int64()
	return number, number > 0, err
}

func (c client) PublishFenced(ctx context.Context, key string, value []byte, ttl time.Duration, fence string, number int64) (bool, error) {
	ttl, err := wholeMilliseconds(ttl)
	if err != nil {
		return false, err
	}
	return publishFenced.Run(ctx, c.redis, []string{key, fence}, value, ttl.Milliseconds(), number, strategies.FenceMemory.Milliseconds()).Bool()
}
