package fleet

import (
	"context"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/sim"
)

// client is Redis as a strategy sees it from one process: each operation is one
// request.
type client struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	network  *network.Client
}

// call returns a call of the work in ctx, whose other arguments are to be filled
// in.
func (c *client) call(ctx context.Context, command observe.Command, key string) *network.Call {
	r := c.network.Call()
	r.Command, r.Key, r.Work = command, key, observe.WorkOf(ctx)
	return r
}

func (c *client) Get(ctx context.Context, key string) ([]byte, bool, error) {
	r := c.call(ctx, observe.Get, key)
	reply, err := c.network.Do(ctx, r)
	return reply.Data, reply.OK, err
}

func (c *client) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	r := c.call(ctx, observe.GetWithTTL, key)
	reply, err := c.network.Do(ctx, r)
	if reply.OK {
		observe.WorkOf(ctx).Saw(reply.Data, reply.Remaining)
	}
	return reply.Data, reply.Remaining, reply.OK, err
}

func (c *client) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	r := c.call(ctx, observe.Set, key)
	r.Value, r.TTL = value, ttl
	_, err := c.network.Do(ctx, r)
	return err
}

func (c *client) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	r := c.call(ctx, observe.SetIfAbsent, key)
	r.Token, r.TTL = token, ttl
	reply, err := c.network.Do(ctx, r)
	c.asked(ctx, reply.OK, err)
	return reply.OK, err
}

// asked records what a work is told that has asked for a lock.
func (c *client) asked(ctx context.Context, acquired bool, err error) {
	if err == nil {
		c.recorder.Asked(c.sim.Now(), observe.WorkOf(ctx), acquired)
	}
}

func (c *client) Delete(ctx context.Context, key string) (bool, error) {
	r := c.call(ctx, observe.Delete, key)
	reply, err := c.network.Do(ctx, r)
	return reply.OK, err
}

func (c *client) Expire(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	r := c.call(ctx, observe.Expire, key)
	r.TTL = ttl
	reply, err := c.network.Do(ctx, r)
	return reply.OK, err
}

func (c *client) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	r := c.call(ctx, observe.CompareAndDelete, key)
	r.Token, r.Channel = token, channel
	reply, err := c.network.Do(ctx, r)
	return reply.OK, err
}

func (c *client) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	r := c.call(ctx, observe.CompareAndExpire, key)
	r.Token, r.TTL = token, ttl
	reply, err := c.network.Do(ctx, r)
	return reply.OK, err
}

func (c *client) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token, channel string) (bool, error) {
	r := c.call(ctx, observe.PublishAndRelease, key)
	r.Value, r.TTL, r.Lock = value, ttl, lock
	r.Token, r.Channel = token, channel
	reply, err := c.network.Do(ctx, r)
	return reply.OK, err
}

func (c *client) PublishLeased(ctx context.Context, key string, value []byte, ttl time.Duration, lease, token string, left time.Duration) (bool, error) {
	r := c.call(ctx, observe.PublishLeased, key)
	r.Value, r.TTL, r.Lock = value, ttl, lease
	r.Token, r.Left = token, left
	reply, err := c.network.Do(ctx, r)
	return reply.OK, err
}

func (c *client) VoidLease(ctx context.Context, key, lease string, ttl time.Duration) error {
	r := c.call(ctx, observe.VoidLease, key)
	r.Lock, r.TTL = lease, ttl
	_, err := c.network.Do(ctx, r)
	return err
}

func (c *client) AcquireFenced(ctx context.Context, key, token string, ttl time.Duration, fence string) (int64, bool, error) {
	r := c.call(ctx, observe.AcquireFenced, key)
	r.Token, r.TTL, r.Lock = token, ttl, fence
	reply, err := c.network.Do(ctx, r)
	c.asked(ctx, reply.OK, err)
	return reply.Fence, reply.OK, err
}

func (c *client) PublishFenced(ctx context.Context, key string, value []byte, ttl time.Duration, fence string, number int64) (bool, error) {
	r := c.call(ctx, observe.PublishFenced, key)
	r.Value, r.TTL, r.Lock, r.Number = value, ttl, fence, number
	reply, err := c.network.Do(ctx, r)
	return reply.OK, err
}

func (c *client) Remember(ctx context.Context, key string, note []byte, ttl time.Duration) error {
	r := c.call(ctx, observe.Remember, key)
	r.Value, r.TTL = note, ttl
	_, err := c.network.Do(ctx, r)
	return err
}

func (c *client) Recall(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	r := c.call(ctx, observe.Recall, key)
	reply, err := c.network.Do(ctx, r)
	return reply.Data, reply.Remaining, reply.OK, err
}

func (c *client) Forget(ctx context.Context, key string) error {
	r := c.call(ctx, observe.Forget, key)
	_, err := c.network.Do(ctx, r)
	return err
}
