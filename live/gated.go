package live

import (
	"context"
	"time"

	"stampede/strategies"
)

// gated is Redis as a process sees it that may be paused: a command that was sent
// takes effect, and its reply waits for the process.
type gated struct {
	redis   strategies.Redis
	process *process
}

var _ strategies.Redis = (*gated)(nil)

// pass waits while the process is paused, and once more when it is deferred.
func (g *gated) pass() (again func()) {
	again = func() { g.process.gate.pass(g.process.life) }
	again()
	return again
}

func (g *gated) Get(ctx context.Context, key string) ([]byte, bool, error) {
	defer g.pass()()
	return g.redis.Get(ctx, key)
}

func (g *gated) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	defer g.pass()()
	return g.redis.GetWithTTL(ctx, key)
}

func (g *gated) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	defer g.pass()()
	return g.redis.Set(ctx, key, value, ttl)
}

func (g *gated) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	defer g.pass()()
	return g.redis.SetIfAbsent(ctx, key, token, ttl)
}

func (g *gated) Delete(ctx context.Context, key string) (bool, error) {
	defer g.pass()()
	return g.redis.Delete(ctx, key)
}

func (g *gated) Expire(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	defer g.pass()()
	return g.redis.Expire(ctx, key, ttl)
}

func (g *gated) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	defer g.pass()()
	return g.redis.CompareAndDelete(ctx, key, token, channel)
}

func (g *gated) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	defer g.pass()()
	return g.redis.CompareAndExpire(ctx, key, token, ttl)
}

func (g *gated) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token, channel string) (bool, error) {
	defer g.pass()()
	return g.redis.PublishAndRelease(ctx, key, value, ttl, lock, token, channel)
}

func (g *gated) PublishLeased(ctx context.Context, key string, value []byte, ttl time.Duration, lease, token string, left time.Duration) (bool, error) {
	defer g.pass()()
	return g.redis.PublishLeased(ctx, key, value, ttl, lease, token, left)
}

func (g *gated) VoidLease(ctx context.Context, key, lease string, ttl time.Duration) error {
	defer g.pass()()
	return g.redis.VoidLease(ctx, key, lease, ttl)
}

func (g *gated) AcquireFenced(ctx context.Context, key, token string, ttl time.Duration, fence string) (int64, bool, error) {
	defer g.pass()()
	return g.redis.AcquireFenced(ctx, key, token, ttl, fence)
}

func (g *gated) PublishFenced(ctx context.Context, key string, value []byte, ttl time.Duration, fence string, number int64) (bool, error) {
	defer g.pass()()
	return g.redis.PublishFenced(ctx, key, value, ttl, fence, number)
}

func (g *gated) Remember(ctx context.Context, key string, note []byte, ttl time.Duration) error {
	defer g.pass()()
	return g.redis.Remember(ctx, key, note, ttl)
}

func (g *gated) Recall(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	defer g.pass()()
	return g.redis.Recall(ctx, key)
}

func (g *gated) Forget(ctx context.Context, key string) error {
	defer g.pass()()
	return g.redis.Forget(ctx, key)
}

func (g *gated) Subscribe(ctx context.Context, channel string) (strategies.Subscription, error) {
	defer g.pass()()
	return g.redis.Subscribe(ctx, channel)
}
