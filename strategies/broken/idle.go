package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// idleOut has a time that an entry may go unread beside its TTL, and Redis has only
// one TTL for both: a read cuts it down to the idle time.
//
// How it breaks: an entry that was read once and not soon again is gone long before
// its time, and nothing says why.
//
// Caught by: losses-told.
//
// Reported in: aspnet/Caching#194, where the idle time is all that counts.
type idleOut struct {
	strategies.Redis
	idle time.Duration
}

func newIdleOut(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return strategies.Choices{}.New(redisEnv{env, idleOut{env.Redis(), o.TTL / 4}}, load, o)
}

// Get is wrong: it shortens what it reads.
func (r idleOut) Get(ctx context.Context, key string) ([]byte, bool, error) {
	value, left, found, err := r.GetWithTTL(ctx, key)
	if err == nil && found && left > r.idle {
		_, err = r.Expire(ctx, key, r.idle)
	}
	return value, found, err
}
