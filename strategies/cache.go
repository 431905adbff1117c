package strategies

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Cache is cache-aside, the ground that every strategy stands on: look into
// Redis, load from the origin, publish the value. The strategies differ in who
// does which of these, and when.
type Cache struct {
	Env     Env
	Loader  Loader
	Options Options
}

// Look reads the entry of key.
func (c *Cache) Look(ctx context.Context, key string) (Entry, bool, error) {
	b, found, err := c.Env.Redis().Get(ctx, key)
	if err != nil || !found {
		return Entry{}, false, err
	}
	e, ok := DecodeEntry(b)
	return e, ok, nil
}

// LookWithTTL reads the entry of key and its remaining TTL.
func (c *Cache) LookWithTTL(ctx context.Context, key string) (Entry, bool, error) {
	b, ttl, found, err := c.Env.Redis().GetWithTTL(ctx, key)
	if err != nil || !found {
		return Entry{}, false, err
	}
	e, ok := DecodeEntry(b)
	e.Remaining = ttl
	return e, ok, nil
}

// Load loads the value of key from the origin, and measures how long it takes.
func (c *Cache) Load(ctx context.Context, key string) (Entry, error) {
	start := c.Env.Now()
	data, err := c.Loader(ctx, key)
	switch {
	case errors.Is(err, ErrNotFound) || errors.Is(err, ErrOverload):
		return Entry{}, err // the origin has not failed
	case err != nil:
		return Entry{}, fmt.Errorf("%w: %w", ErrOrigin, err)
	}
	return Entry{Data: data, Delta: c.Env.Now().Sub(start)}, nil
}

// Publish writes an entry that was loaded.
func (c *Cache) Publish(ctx context.Context, key string, e Entry) error {
	return c.Env.Redis().Set(ctx, key, e.Encode(), c.TTL())
}

// TTL draws the lifetime of an entry: the base, and the jitter on top.
func (c *Cache) TTL() time.Duration {
	return c.Options.TTL + jitter(c.Env, c.Options.Jitter)
}

// reader is the read path of all strategies.
type reader struct {
	cache   *Cache
	refresh refresher
	xfetch  bool
}

// refresher is the choice of who refreshes.
type refresher interface {
	// fill answers a read that found nothing.
	fill(ctx context.Context, key string) (Entry, error)
	// refreshEarly renews an entry that is still alive, unless another is at
	// it. It returns the entry to answer the read with.
	refreshEarly(ctx context.Context, key string, old Entry) (Entry, error)
}

// Get returns the value of key.
func (r *reader) Get(ctx context.Context, key string) (Value, error) {
	look := r.cache.Look
	if r.xfetch {
		look = r.cache.LookWithTTL
	}
	e, found, err := look(ctx, key)
	if err != nil {
		return Value{}, err
	}
	if !found {
		e, err = r.refresh.fill(ctx, key)
		return Value{Data: e.Data, Outcome: Miss}, err
	}
	if r.xfetch && dueEarly(r.cache.Env, e, r.cache.Options.Beta) {
		e, err = r.refresh.refreshEarly(ctx, key, e)
	}
	return Value{Data: e.Data, Outcome: Hit}, err
}
