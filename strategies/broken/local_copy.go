package broken

import (
	"context"
	"sync"

	"stampede/strategies"
)

// localCopy keeps what it has read from Redis in its own memory, without a TTL.
//
// How it breaks: the process goes on serving a value whose entry is long gone, and
// each process another one.
//
// Caught by: bounded-age.
//
// Reported in: sitewhere/sitewhere#945.
type localCopy struct {
	strategies.Redis
	mu     sync.Mutex
	copies map[string][]byte
}

func newLocalCopy(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return &localCopy{Redis: r, copies: make(map[string][]byte)}
}

// Get is wrong: a copy has no end.
func (r *localCopy) Get(ctx context.Context, key string) ([]byte, bool, error) {
	r.mu.Lock()
	kept, found := r.copies[key]
	r.mu.Unlock()
	if found {
		return kept, true, nil
	}
	value, found, err := r.Redis.Get(ctx, key)
	if err == nil && found {
		r.mu.Lock()
		r.copies[key] = value
		r.mu.Unlock()
	}
	return value, found, err
}
