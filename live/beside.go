package live

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

func (c *client) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	w := observe.WorkOf(ctx)
	c.recorder.awaiting(key)
	extended, err := c.Redis.CompareAndExpire(ctx, key, token, ttl)
	if err != nil {
		c.recorder.unanswered(key)
	} else {
		c.recorder.extended(w, observe.CompareAndExpire, key, token, ttl, extended)
	}
	return extended, c.check(ctx, err)
}

// Expire concerns a lock only where somebody gives it its TTL in a second step; then
// it is the lock that was taken last.
func (c *client) Expire(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	w := observe.WorkOf(ctx)
	isLock := c.recorder.isLock(key)
	if isLock {
		c.recorder.awaiting(key)
	}
	existed, err := c.Redis.Expire(ctx, key, ttl)
	switch {
	case isLock && err != nil:
		c.recorder.unanswered(key)
	case err != nil:
	case isLock:
		c.recorder.extended(w, observe.Expire, key, anyToken, ttl, existed)
	default:
		c.recorder.noted(w, observe.Expire, false)
	}
	return existed, c.check(ctx, err)
}

func (c *client) PublishLeased(ctx context.Context, key string, value []byte, ttl time.Duration, lease, token string, left time.Duration) (bool, error) {
	w := observe.WorkOf(ctx)
	c.recorder.publishing(value, ttl)
	c.recorder.awaiting(lease)
	written, err := c.Redis.PublishLeased(ctx, key, value, ttl, lease, token, left)
	if written {
		c.recorder.published(w, observe.NoCommand, value, ttl)
	}
	// Nobody holds the lease any more: what is left of it marks its period.
	c.answer(w, observe.PublishLeased, lease, token, written, err)
	return written, c.check(ctx, err)
}

func (c *client) VoidLease(ctx context.Context, key, lease string, ttl time.Duration) error {
	w := observe.WorkOf(ctx)
	err := c.Redis.VoidLease(ctx, key, lease, ttl)
	if err == nil {
		c.recorder.voided(w)
	}
	return c.check(ctx, err)
}

func (c *client) AcquireFenced(ctx context.Context, key, token string, ttl time.Duration, fence string) (int64, bool, error) {
	a := c.recorder.acquiring(observe.WorkOf(ctx), observe.AcquireFenced, key, token, ttl)
	number, acquired, err := c.Redis.AcquireFenced(ctx, key, token, ttl, fence)
	c.acquisition(key, a, acquired, err)
	return number, acquired, c.check(ctx, err)
}

func (c *client) PublishFenced(ctx context.Context, key string, value []byte, ttl time.Duration, fence string, number int64) (bool, error) {
	w := observe.WorkOf(ctx)
	c.recorder.publishing(value, ttl)
	written, err := c.Redis.PublishFenced(ctx, key, value, ttl, fence, number)
	switch {
	case err != nil:
	case written:
		c.recorder.published(w, observe.PublishFenced, value, ttl)
	default:
		c.recorder.noted(w, observe.PublishFenced, true)
	}
	return written, c.check(ctx, err)
}

func (c *client) Remember(ctx context.Context, key string, note []byte, ttl time.Duration) error {
	return c.note(ctx, observe.Remember, c.Redis.Remember(ctx, key, note, ttl))
}

func (c *client) Recall(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	note, ttl, found, err := c.Redis.Recall(ctx, key)
	return note, ttl, found, c.note(ctx, observe.Recall, err)
}

func (c *client) Forget(ctx context.Context, key string) error {
	return c.note(ctx, observe.Forget, c.Redis.Forget(ctx, key))
}

func (c *client) Subscribe(ctx context.Context, channel string) (strategies.Subscription, error) {
	s, err := c.Redis.Subscribe(ctx, channel)
	if err = c.note(ctx, observe.Subscribe, err); err != nil {
		return nil, err
	}
	return subscription{s, c.recorder}, nil
}

// note records a command that concerns neither an entry nor a lock.
func (c *client) note(ctx context.Context, command observe.Command, err error) error {
	if err == nil {
		c.recorder.noted(observe.WorkOf(ctx), command, false)
	}
	return c.check(ctx, err)
}
