package strategies

import "context"

// fencedLock: a lock whose holders have numbers.
//
// Idea: each acquisition gets a number that is higher than the one before.
// Where the value is written, a number that is not above all that have written
// already is turned away.
//
// Guarantee: a holder that lost its lock, after a pause say, does not overwrite
// what a later one has written.
//
// How it breaks: it does not keep two from loading at once. The number must be
// checked where the value is written; here that is the very Redis that the lock
// is in, so a failover may lose both.
//
// Source: Kleppmann: How to do distributed locking, 2016.
type fencedLock struct{ *Cache }

func (l fencedLock) acquire(ctx context.Context, key string) (holder, bool, error) {
	h := &fencedHolder{HeldLock: l.newLock(key)}
	number, acquired, err := l.Env.Redis().AcquireFenced(ctx, LockKey(key), h.token, l.Options.Lock.TTL, beside(key, fenceKey))
	h.number = number
	l.asked(ctx, key, acquired)
	return asHolder(h, acquired, unavailable(ctx, err))
}

type fencedHolder struct {
	*HeldLock
	number int64
}

func (h *fencedHolder) publish(ctx context.Context, e Entry) error {
	c := h.cache
	b, ttl := c.seal(e)
	written, err := c.Env.Redis().PublishFenced(ctx, h.key, b, ttl, beside(h.key, fenceKey), h.number)
	if err == nil && !written {
		err = ErrLockLost
	}
	return c.written(ctx, h.key, err)
}
