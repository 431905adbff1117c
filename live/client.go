package live

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/model/observe"
	"stampede/strategies"
)

// client is Redis as the strategy sees it from one process. It records what
// comes back.
type client struct {
	strategies.Redis // the production binding
	raw              redis.UniversalClient
	recorder         observer
	failed           func(error)
	monitored        bool     // the servers tell what they execute
	tokens           sync.Map // where they do: of the works that asked for a lock, by asked
}

// asked is a work that asked for a lock.
type asked struct {
	lock string
	work uint64
}

// check passes an error on to who watches over the server, and records a refusal.
func (c *client) check(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if answer := redis.Error(nil); errors.As(err, &answer) {
		c.recorder.refusal(observe.WorkOf(ctx), strings.HasPrefix(answer.Error(), "CROSSSLOT"))
	}
	c.failed(err)
	return err
}

func (c *client) Get(ctx context.Context, key string) ([]byte, bool, error) {
	w := observe.WorkOf(ctx)
	before := c.recorder.before(w)
	b, found, err := c.Redis.Get(ctx, key)
	switch {
	case err != nil:
		return nil, false, c.check(ctx, err)
	case found:
		c.recorder.found(w, observe.Get, b, unknownTTL)
	default:
		c.recorder.missed(w, observe.Get, before)
	}
	return b, found, nil
}

func (c *client) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	w := observe.WorkOf(ctx)
	before := c.recorder.before(w)
	b, ttl, found, err := c.Redis.GetWithTTL(ctx, key)
	switch {
	case err != nil:
		return nil, 0, false, c.check(ctx, err)
	case found:
		c.recorder.found(w, observe.GetWithTTL, b, ttl)
	default:
		c.recorder.missed(w, observe.GetWithTTL, before)
	}
	return b, ttl, found, nil
}

func (c *client) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	w := observe.WorkOf(ctx)
	c.recorder.publishing(value, ttl)
	if err := c.Redis.Set(ctx, key, value, ttl); err != nil {
		return c.check(ctx, err)
	}
	c.recorder.published(w, observe.Set, value, ttl)
	return nil
}

func (c *client) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	w := observe.WorkOf(ctx)
	if c.monitored {
		c.tokens.Store(asked{key, w.ID}, token)
	}
	a := c.recorder.acquiring(w, observe.SetIfAbsent, key, token, ttl)
	acquired, err := c.Redis.SetIfAbsent(ctx, key, token, ttl)
	c.acquisition(key, a, acquired, err)
	if !acquired && err == nil {
		c.tokens.Delete(asked{key, w.ID})
	}
	return acquired, c.check(ctx, err)
}

// acquisition records the answer to a request for a lock.
func (c *client) acquisition(key string, a *acquisition, acquired bool, err error) {
	switch {
	case err != nil:
		c.recorder.abandoned(key, a)
	case acquired:
		c.recorder.granted(key, a)
	default:
		c.recorder.refused(key, a)
	}
}

// Delete deletes a lock by GETDEL: what the lock held is the only proof of whose
// it was.
func (c *client) Delete(ctx context.Context, key string) (bool, error) {
	w := observe.WorkOf(ctx)
	if !c.recorder.isLock(key) {
		existed, err := c.Redis.Delete(ctx, key)
		if err == nil {
			c.recorder.deleted(w, existed)
		}
		return existed, c.check(ctx, err)
	}
	c.recorder.awaiting(key)
	token, err := c.getDel(ctx, w, key)
	switch {
	case errors.Is(err, redis.Nil):
		c.recorder.lost(w, observe.Delete, key)
		return false, nil
	case err != nil:
		c.recorder.unanswered(key)
		return false, c.check(ctx, err)
	}
	c.recorder.released(w, observe.Delete, key, token)
	return true, nil
}

// tellingGetDel is GETDEL with the caller's own token, which the server then tells
// together with what it does.
var tellingGetDel = redis.NewScript("return redis.call('GETDEL', KEYS[1])")

func (c *client) getDel(ctx context.Context, w *observe.Work, key string) (string, error) {
	if c.monitored {
		token, _ := c.tokens.LoadAndDelete(asked{key, w.ID})
		own, _ := token.(string)
		return tellingGetDel.Run(ctx, c.raw, []string{key}, own).Text()
	}
	return c.raw.GetDel(ctx, key).Result()
}

func (c *client) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	w := observe.WorkOf(ctx)
	c.recorder.awaiting(key)
	deleted, err := c.Redis.CompareAndDelete(ctx, key, token, channel)
	c.answer(w, observe.CompareAndDelete, key, token, deleted, err)
	return deleted, c.check(ctx, err)
}

func (c *client) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token, channel string) (bool, error) {
	w := observe.WorkOf(ctx)
	c.recorder.publishing(value, ttl)
	c.recorder.awaiting(lock)
	done, err := c.Redis.PublishAndRelease(ctx, key, value, ttl, lock, token, channel)
	c.answer(w, observe.PublishAndRelease, lock, token, done, err)
	if done {
		c.recorder.published(w, observe.NoCommand, value, ttl)
	}
	return done, c.check(ctx, err)
}

// answer records the answer to a release that compares tokens.
func (c *client) answer(w *observe.Work, command observe.Command, lock, token string, deleted bool, err error) {
	c.tokens.Delete(asked{lock, w.ID})
	switch {
	case err != nil:
		c.recorder.unanswered(lock)
	case deleted:
		c.recorder.released(w, command, lock, token)
	default:
		c.recorder.lost(w, command, lock)
	}
}
