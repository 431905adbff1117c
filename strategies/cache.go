package strategies

import (
	"context"
	"time"
)

// Cache is cache-aside, the ground that every strategy stands on: look into
// Redis, load from the origin, publish the value. The strategies differ in who
// does which of these, and when.
type Cache struct {
	Env     Env
	Loader  Loader
	Options Options

	choices  Choices
	guard    *guard    // nil: the origin is not guarded
	failures *failures // nil: failures are not remembered
}

// NewCache returns the ground for a strategy of these choices, for one
// application process.
func NewCache(env Env, load Loader, c Choices, o Options) (*Cache, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	cache := &Cache{Env: env, Loader: load, Options: c.options(o), choices: c}
	if c.OriginGuard {
		cache.guard = newGuard(env, o.Guard)
	}
	if c.FailSafe || c.Negative {
		cache.failures = &failures{Cache: cache}
	}
	return cache, nil
}

// Look reads the entry of key. It asks for the remaining TTL where entries can be
// stale, which is told by it.
func (c *Cache) Look(ctx context.Context, key string) (Entry, bool, error) {
	if c.choices.keepsStale() {
		return c.LookWithTTL(ctx, key)
	}
	b, found, err := c.Env.Redis().Get(ctx, key)
	if err != nil || !found {
		return Entry{}, false, unavailable(ctx, err)
	}
	e, ok := DecodeEntry(b)
	return e, ok, nil
}

// LookWithTTL reads the entry of key and its remaining TTL.
func (c *Cache) LookWithTTL(ctx context.Context, key string) (Entry, bool, error) {
	b, ttl, found, err := c.Env.Redis().GetWithTTL(ctx, key)
	if err != nil || !found {
		return Entry{}, false, unavailable(ctx, err)
	}
	e, ok := DecodeEntry(b)
	e.Remaining = ttl
	return e, ok, nil
}

// lookFresh reads the entry of key, unless it is stale.
func (c *Cache) lookFresh(ctx context.Context, key string) (Entry, bool, error) {
	e, found, err := c.Look(ctx, key)
	return e, found && !e.Stale(), err
}

// Publish writes an entry that was loaded.
func (c *Cache) Publish(ctx context.Context, key string, e Entry) error {
	b, ttl := c.seal(e)
	return c.written(ctx, key, c.Env.Redis().Set(ctx, key, b, ttl))
}

// seal returns an entry as it is to be written now, and the TTL to write it with.
func (c *Cache) seal(e Entry) ([]byte, time.Duration) {
	e = c.dated(e)
	return e.Encode(), e.Remaining
}

// dated returns an entry that begins to live now.
func (c *Cache) dated(e Entry) Entry {
	e.Remaining, e.Grace = c.lifetime()
	return e
}

// written reports a write that failed. Who loaded the value has it all the same,
// so this is not the read's failure.
func (c *Cache) written(ctx context.Context, key string, err error) error {
	if err != nil {
		c.Env.Observe(ctx, Observation{What: WriteFailed, Key: key, Err: err})
	}
	return ctx.Err()
}
