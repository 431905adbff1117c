package strategies

import (
	"context"
	"time"
)

// redlock: a lock on the majority of several servers.
//
// Idea: ask each of N independent servers for the lock, with the same token and
// a short limit. It is held if a majority granted it and time is left: its TTL,
// less what the asking took, less an allowance for clocks that drift.
//
// Guarantee: that of the lock, also if a minority of the servers fails.
//
// How it breaks: it rests on bounded pauses and on clocks of about the same
// speed. A holder that is paused past its validity does not publish, but another
// loads at the same time. For a cache it is usually too much.
//
// Source: "Distributed Locks with Redis" (Redlock) in the Redis documentation.
type redlock struct{ *Cache }

func (r redlock) acquire(ctx context.Context, key string) (holder, bool, error) {
	servers := r.Env.LockServers()
	h := &redlockHolder{cache: r.Cache, key: key, token: newToken(r.Env)}
	start := r.Env.Now() // of this attempt, not of the first one
	granted := 0
	for _, s := range servers {
		acquired, err := r.ask(ctx, s, key, h.token)
		if acquired {
			granted++
		}
		if acquired || err != nil { // after an error it may be held all the same
			h.servers = append(h.servers, s)
		}
	}
	h.validUntil = start.Add(r.Options.Lock.TTL - r.drift())
	acquired := granted > len(servers)/2 && h.valid() && ctx.Err() == nil
	r.asked(ctx, key, acquired)
	if !acquired {
		h.release(ctx)
		return nil, false, ctx.Err()
	}
	return h, true, nil
}

func (r redlock) ask(ctx context.Context, s Redis, key, token string) (bool, error) {
	ctx, cancel := r.Env.WithTimeout(ctx, r.Options.Redlock.Timeout)
	defer cancel()
	return s.SetIfAbsent(ctx, LockKey(key), token, r.Options.Lock.TTL)
}

// drift is how much the clocks may differ over the lock's TTL, and 2 ms for the
// resolution of expiry.
func (r redlock) drift() time.Duration {
	return time.Duration(r.Options.Redlock.Drift*float64(r.Options.Lock.TTL)) + 2*time.Millisecond
}

type redlockHolder struct {
	cache      *Cache
	key, token string
	servers    []Redis
	validUntil time.Time
}

func (h *redlockHolder) valid() bool { return h.cache.Env.Now().Before(h.validUntil) }

func (h *redlockHolder) publish(ctx context.Context, e Entry) error {
	if !h.valid() {
		return h.cache.written(ctx, h.key, ErrLockLost)
	}
	return h.cache.Publish(ctx, h.key, e)
}

func (h *redlockHolder) release(ctx context.Context) {
	for _, s := range h.servers {
		limited, cancel := h.cache.Env.WithTimeout(context.WithoutCancel(ctx), h.cache.Options.Redlock.Timeout)
		_, _ = s.CompareAndDelete(limited, LockKey(h.key), h.token, "")
		cancel()
	}
}
