package broken

import (
	"context"
	"sync"
	"time"

	"stampede/strategies"
)

// leakedTTL changes the options that the whole read shares, when it finds an old
// value: that is to be served for twice the stale time meanwhile. The new value
// is then written with the options as they are.
//
// How it breaks: under load an entry is never fresh for longer than that. Where
// the first read comes after the stale time, all is well.
//
// Caught by: ttl-in-range.
//
// Reported in: rails/rails#54229.
type leakedTTL struct {
	strategies.Redis
	ttl, stale time.Duration

	mu    sync.Mutex
	found map[string]bool // keys whose latest look found something
}

func newLeakedTTL(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	if o.Stale == 0 {
		o.Stale = o.TTL
	}
	r := &leakedTTL{Redis: env.Redis(), ttl: o.TTL, stale: o.Stale, found: make(map[string]bool)}
	return strategies.Choices{SWR: true, Lock: true}.New(redisEnv{env, r}, load, o)
}

// GetWithTTL notes whether there is an old value.
func (r *leakedTTL) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	b, ttl, found, err := r.Redis.GetWithTTL(ctx, key)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.found[key] = found
	return b, ttl, found, err
}

// Set is wrong: beside an old value the new one gets what was meant for that.
func (r *leakedTTL) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	r.mu.Lock()
	leaks := r.found[key]
	r.mu.Unlock()
	if leaks {
		ttl += 2*r.stale - r.ttl
	}
	return r.Redis.Set(ctx, key, value, ttl)
}
