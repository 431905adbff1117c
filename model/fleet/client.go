package fleet

import (
	"context"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/redis"
)

// client is Redis as a strategy sees it from one process: each operation is one
// request.
type client struct{ network *network.Client }

func (c *client) do(ctx context.Context, r redis.Request) (redis.Request, error) {
	r.Work = observe.WorkOf(ctx)
	return c.network.Do(ctx, r)
}

func (c *client) Get(ctx context.Context, key string) ([]byte, bool, error) {
	r, err := c.do(ctx, redis.Request{Command: observe.Get, Key: key})
	return r.Data, r.OK, err
}

func (c *client) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	r, err := c.do(ctx, redis.Request{Command: observe.GetWithTTL, Key: key})
	return r.Data, r.Remaining, r.OK, err
}

func (c *client) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	_, err := c.do(ctx, redis.Request{Command: observe.Set, Key: key, Value: value, TTL: ttl})
	return err
}

func (c *client) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	r, err := c.do(ctx, redis.Request{Command: observe.SetIfAbsent, Key: key, Token: token, TTL: ttl})
	return r.OK, err
}

func (c *client) Delete(ctx context.Context, key string) (bool, error) {
	r, err := c.do(ctx, redis.Request{Command: observe.Delete, Key: key})
	return r.OK, err
}

func (c *client) CompareAndDelete(ctx context.Context, key, token string) (bool, error) {
	r, err := c.do(ctx, redis.Request{Command: observe.CompareAndDelete, Key: key, Token: token})
	return r.OK, err
}

func (c *client) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token string) (bool, error) {
	r, err := c.do(ctx, redis.Request{
		Command: observe.PublishAndRelease, Key: key, Value: value, TTL: ttl, Lock: lock, Token: token,
	})
	return r.OK, err
}
