package live

import (
	"context"
	"time"

	"stampede/strategies"
)

// gated is Redis as a process sees it that may be paused: a command that was sent
// takes effect, and its reply waits for the process.
type gated struct {
	redis   *client
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

func (g *gated) CompareAndDelete(ctx context.Context, key, token string) (bool, error) {
	defer g.pass()()
	return g.redis.CompareAndDelete(ctx, key, token)
}

func (g *gated) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token string) (bool, error) {
	defer g.pass()()
	return g.redis.PublishAndRelease(ctx, key, value, ttl, lock, token)
}
