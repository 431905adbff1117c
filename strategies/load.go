package strategies

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Load loads the value of key from the origin, and measures how long it takes. old
// is the entry that it is to replace, if there is one.
func (c *Cache) Load(ctx context.Context, key string, old *Entry) (Entry, error) {
	if c.failures != nil {
		if err := c.failures.recall(ctx, key); err != nil {
			return Entry{}, err
		}
	}
	if c.guard != nil {
		if !c.guard.enter() {
			return Entry{}, fmt.Errorf("%w (%s)", ErrOverload, key)
		}
		defer c.guard.leave()
	}
	data, took, err := c.ask(ctx, key)
	if c.failures != nil {
		c.failures.note(ctx, key, err)
	}
	if err != nil {
		return Entry{}, err
	}
	return Entry{Data: data, Delta: c.delta(took, old)}, nil
}

// ask asks the origin, which has no longer than the options allow.
func (c *Cache) ask(ctx context.Context, key string) (data []byte, took time.Duration, err error) {
	limited := ctx
	if limit := c.Options.LoadTimeout; limit > 0 {
		timeout, cancel := c.Env.WithTimeout(ctx, limit)
		defer cancel()
		limited = timeout
	}
	start := c.Env.Now()
	data, err = c.Loader(limited, key)
	took = c.Env.Now().Sub(start)
	c.Env.Observe(ctx, Observation{What: Loaded, Key: key, Took: took, Err: err})
	switch {
	case err == nil, errors.Is(err, ErrNotFound), errors.Is(err, ErrOverload):
		return data, took, err
	case ctx.Err() != nil: // the reader's doing, and no failure of the origin
		return nil, took, ctx.Err()
	}
	return nil, took, fmt.Errorf("%w: %w", ErrOrigin, err)
}

// delta is how long a load takes: this one, or smoothed over those before, so
// that one slow load does not decide alone.
func (c *Cache) delta(took time.Duration, old *Entry) time.Duration {
	s := c.Options.Smoothing
	if s == 0 || old == nil {
		return took
	}
	return took + time.Duration(s*float64(old.Delta-took))
}
