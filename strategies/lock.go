package strategies

import (
	"context"
	"fmt"
	"strings"
)

// lock: one per cluster refreshes.
//
// Idea: who finds no value takes the key's lock (SET NX PX), looks again, loads,
// publishes and releases. The others poll until they find the value, or the
// lock free. A release deletes the lock only if it still holds the token of
// this very acquisition.
//
// Guarantee: one load for each expiry, as long as no load outlives the lock's
// TTL and Redis keeps its word (no failover).
//
// How it breaks: a load longer than the lock's TTL lets a second holder in. A
// holder that crashes makes the others wait until its lock expires. The lock
// protects the origin, not the readers: they wait for the whole load, and
// their polling loads Redis.
//
// Source: the Redis documentation of SET ("a simple locking system") and
// "Distributed Locks with Redis".
type lock struct{ *Cache }

func (l lock) fill(ctx context.Context, key string) (Entry, error) {
	start := l.Env.Now()
	for {
		held, acquired, err := l.AcquireLock(ctx, key)
		if err != nil {
			return Entry{}, err
		}
		if acquired {
			return l.fillHolding(ctx, key, held)
		}
		if l.Env.Now().Sub(start) >= l.Options.Lock.Wait {
			return Entry{}, fmt.Errorf("%w (waited %v for %s)", ErrBusy, l.Options.Lock.Wait, key)
		}
		if err := l.Env.Sleep(ctx, l.Options.Lock.Poll); err != nil {
			return Entry{}, err
		}
		e, found, err := l.Look(ctx, key)
		if err != nil || found {
			return e, err
		}
	}
}

func (l lock) fillHolding(ctx context.Context, key string, held *HeldLock) (Entry, error) {
	defer held.Release(ctx)
	// The second look is the point of it: the last holder may have published
	// between this reader's look and its acquisition.
	if e, found, err := l.Look(ctx, key); err != nil || found {
		return e, err
	}
	return l.loadHolding(ctx, key, held)
}

// loadHolding loads and publishes.
func (l lock) loadHolding(ctx context.Context, key string, held *HeldLock) (Entry, error) {
	e, err := l.Load(ctx, key)
	if err != nil {
		return Entry{}, err
	}
	if l.Options.Lock.AtomicPublish {
		return e, held.PublishAndRelease(ctx, e)
	}
	return e, l.Publish(ctx, key, e)
}

// refreshEarly refreshes in the background if the lock is free. The losers duck
// out: they, too, have a value that is still good.
func (l lock) refreshEarly(ctx context.Context, key string, old Entry) (Entry, error) {
	l.Env.Go(ctx, "early refresh", func(ctx context.Context) {
		held, acquired, err := l.AcquireLock(ctx, key)
		if err != nil || !acquired {
			return
		}
		defer held.Release(ctx)
		// The second look, as above: another's refresh shows in a TTL that
		// has grown.
		e, found, err := l.LookWithTTL(ctx, key)
		if err != nil || found && e.Remaining > old.Remaining {
			return
		}
		// An error leaves the old value in place; a later read tries again.
		_, _ = l.loadHolding(ctx, key, held)
	})
	return old, nil
}

// HeldLock is one acquisition of a key's lock.
type HeldLock struct {
	cache      *Cache
	key, token string
	released   bool
}

// AcquireLock tries to take the lock of key, once.
func (c *Cache) AcquireLock(ctx context.Context, key string) (*HeldLock, bool, error) {
	h := &HeldLock{cache: c, key: key, token: newToken(c.Env)}
	acquired, err := c.Env.Redis().SetIfAbsent(ctx, LockKey(key), h.token, c.Options.Lock.TTL)
	return h, acquired, err
}

// Release releases the lock if this acquisition still holds it. It does so even
// if ctx is done: a lock that is kept makes everyone wait for its TTL.
func (h *HeldLock) Release(ctx context.Context) {
	if h.released {
		return
	}
	h.released = true
	// If this fails, the lock's TTL is what is left.
	_, _ = h.cache.Env.Redis().CompareAndDelete(context.WithoutCancel(ctx), LockKey(h.key), h.token)
}

// PublishAndRelease writes the entry and releases the lock in one step. If the
// lock is lost it does neither: another is loading a newer value.
func (h *HeldLock) PublishAndRelease(ctx context.Context, e Entry) error {
	c := h.cache
	_, err := c.Env.Redis().PublishAndRelease(ctx, h.key, e.Encode(), c.TTL(), LockKey(h.key), h.token)
	// After an error, the release of the caller's defer makes sure.
	h.released = err == nil
	return err
}

// LockKey names the lock of key. On a cluster both are in one hash slot, as a
// script that touches both needs; only a key that has a } but no hash tag
// cannot share its slot.
func LockKey(key string) string {
	if _, rest, ok := strings.Cut(key, "{"); ok && strings.IndexByte(rest, '}') > 0 {
		return key + ":lock" // it has a hash tag of its own
	}
	return "{" + key + "}:lock"
}

// newToken returns a token that no other acquisition has.
func newToken(env Env) string { return fmt.Sprintf("%016x%016x", env.Uint64(), env.Uint64()) }
