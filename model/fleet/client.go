package fleet

import (
	"context"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
)

// client is Redis as a strategy sees it from one process: each operation is one
// request.
type client struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	network  *network.Client
}

// do sends the request, which gets the reply. It is handed on by its address: a
// strategy waits at the bottom of this, and its stack has room for no copies.
func (c *client) do(ctx context.Context, r *redis.Request) error {
	r.Work = observe.WorkOf(ctx)
	return c.network.Do(ctx, r)
}

func (c *client) Get(ctx context.Context, key string) ([]byte, bool, error) {
	r := &redis.Request{Command: observe.Get, Key: key}
	err := c.do(ctx, r)
	return r.Data, r.OK, err
}

func (c *client) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	r := &redis.Request{Command: observe.GetWithTTL, Key: key}
	err := c.do(ctx, r)
	if r.OK {
		observe.WorkOf(ctx).Saw(r.Data, r.Remaining)
	}
	return r.Data, r.Remaining, r.OK, err
}

func (c *client) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	r := &redis.Request{Command: observe.Set, Key: key, Value: value, TTL: ttl}
	return c.do(ctx, r)
}

func (c *client) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	r := &redis.Request{Command: observe.SetIfAbsent, Key: key, Token: token, TTL: ttl}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) Delete(ctx context.Context, key string) (bool, error) {
	r := &redis.Request{Command: observe.Delete, Key: key}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) Expire(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	r := &redis.Request{Command: observe.Expire, Key: key, TTL: ttl}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	r := &redis.Request{Command: observe.CompareAndDelete, Key: key, Token: token, Channel: channel}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	r := &redis.Request{Command: observe.CompareAndExpire, Key: key, Token: token, TTL: ttl}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token, channel string) (bool, error) {
	r := &redis.Request{
		Command: observe.PublishAndRelease, Key: key, Value: value, TTL: ttl, Lock: lock, Token: token, Channel: channel,
	}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) PublishLeased(ctx context.Context, key string, value []byte, ttl time.Duration, lease, token string, left time.Duration) (bool, error) {
	r := &redis.Request{
		Command: observe.PublishLeased, Key: key, Value: value, TTL: ttl, Lock: lease, Token: token, Left: left,
	}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) VoidLease(ctx context.Context, key, lease string, ttl time.Duration) error {
	r := &redis.Request{Command: observe.VoidLease, Key: key, Lock: lease, TTL: ttl}
	return c.do(ctx, r)
}

func (c *client) AcquireFenced(ctx context.Context, key, token string, ttl time.Duration, fence string) (int64, bool, error) {
	r := &redis.Request{Command: observe.AcquireFenced, Key: key, Token: token, TTL: ttl, Lock: fence}
	err := c.do(ctx, r)
	return r.Fence, r.OK, err
}

func (c *client) PublishFenced(ctx context.Context, key string, value []byte, ttl time.Duration, fence string, number int64) (bool, error) {
	r := &redis.Request{
		Command: observe.PublishFenced, Key: key, Value: value, TTL: ttl, Lock: fence, Number: number,
	}
	err := c.do(ctx, r)
	return r.OK, err
}

func (c *client) Remember(ctx context.Context, key string, note []byte, ttl time.Duration) error {
	r := &redis.Request{Command: observe.Remember, Key: key, Value: note, TTL: ttl}
	return c.do(ctx, r)
}

func (c *client) Recall(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	r := &redis.Request{Command: observe.Recall, Key: key}
	err := c.do(ctx, r)
	return r.Data, r.Remaining, r.OK, err
}

func (c *client) Forget(ctx context.Context, key string) error {
	r := &redis.Request{Command: observe.Forget, Key: key}
	return c.do(ctx, r)
}
