package strategies

import (
	"context"
	"encoding/binary"
	"encoding/hex"
)

// mutex gives one in the cluster the right to refresh a key.
type mutex interface {
	// acquire tries to get the right, once.
	acquire(ctx context.Context, key string) (holder, bool, error)
}

// holder has the right to refresh a key.
type holder interface {
	// publish writes the entry that was loaded.
	publish(ctx context.Context, e Entry) error
	// release gives up the right, even if ctx is done: who keeps it makes
	// everyone wait.
	release(ctx context.Context)
}

// redisLock is the lock that Redis itself makes: SET NX PX with a token, and
// a release that compares.
type redisLock struct{ *Cache }

func (l redisLock) acquire(ctx context.Context, key string) (holder, bool, error) {
	return asHolder(l.AcquireLock(ctx, key))
}

// asHolder keeps a nil pointer from becoming a holder.
func asHolder[H holder](h H, acquired bool, err error) (holder, bool, error) {
	if err != nil || !acquired {
		return nil, false, err
	}
	return h, true, nil
}

// HeldLock is one acquisition of a key's lock.
type HeldLock struct {
	cache      *Cache
	key, token string
	released   bool
}

// AcquireLock tries to take the lock of key, once.
func (c *Cache) AcquireLock(ctx context.Context, key string) (*HeldLock, bool, error) {
	h := c.newLock(key)
	acquired, err := c.Env.Redis().SetIfAbsent(ctx, LockKey(key), h.token, c.Options.Lock.TTL)
	c.asked(ctx, key, acquired)
	return h, acquired, unavailable(ctx, err)
}

func (c *Cache) newLock(key string) *HeldLock {
	return &HeldLock{cache: c, key: key, token: newToken(c.Env)}
}

// newToken returns a token that no other acquisition has.
func newToken(env Env) string {
	var random []byte
	for range 2 {
		random = binary.BigEndian.AppendUint64(random, env.Uint64())
	}
	return hex.EncodeToString(random)
}

func (c *Cache) asked(ctx context.Context, key string, acquired bool) {
	c.Env.Observe(ctx, Observation{What: LockAsked, Key: key, Acquired: acquired})
}

// Release releases the lock if this acquisition still holds it.
func (h *HeldLock) Release(ctx context.Context) {
	if h.released {
		return
	}
	h.released = true
	// If this fails, the lock's TTL is what is left.
	_, _ = h.cache.Env.Redis().CompareAndDelete(context.WithoutCancel(ctx), LockKey(h.key), h.token, h.channel())
}

func (h *HeldLock) release(ctx context.Context) { h.Release(ctx) }

// channel is where the waiters hear of the release, if they listen.
func (h *HeldLock) channel() string {
	if h.cache.choices.Notify {
		return beside(h.key, releasedKey)
	}
	return ""
}

func (h *HeldLock) publish(ctx context.Context, e Entry) error {
	if h.cache.Options.Lock.AtomicPublish {
		return h.publishAndRelease(ctx, e)
	}
	return h.cache.Publish(ctx, h.key, e)
}

// publishAndRelease writes the entry and releases the lock in one step. If the
// lock is lost it does neither: another is loading a newer value.
func (h *HeldLock) publishAndRelease(ctx context.Context, e Entry) error {
	c := h.cache
	b, ttl := c.seal(e)
	_, err := c.Env.Redis().PublishAndRelease(ctx, h.key, b, ttl, LockKey(h.key), h.token, h.channel())
	// After an error, the release of the caller's defer makes sure.
	h.released = err == nil
	return c.written(ctx, h.key, err)
}
