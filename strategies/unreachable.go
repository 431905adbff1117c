package strategies

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// unreachable: what to do when Redis cannot be reached.
//
// Idea: "fallback" lets a few of the reads load from the origin, at one time, and
// fails the others; "last-value" answers with the last value that this process
// saw. Without either the read fails, which is the default.
//
// Guarantee: an outage of Redis does not become one of the origin: P processes
// have at most P × Fallback further loads in progress, or none.
//
// How it breaks: a last value may be as old as the outage is long, and there is
// none after a restart.
//
// Source: graceful degradation, as in Google's SRE book, "Addressing Cascading
// Failures".
type unreachable struct {
	*Cache
	loads *semaphore // fallback; else nil

	mu   sync.Mutex
	last map[string][]byte // last-value; else nil
	keys []string          // of last, in the order they came, from oldest on
	head int
}

func newUnreachable(c *Cache) *unreachable {
	if c.choices.LastValue {
		return &unreachable{Cache: c, last: make(map[string][]byte)}
	}
	return &unreachable{Cache: c, loads: newSemaphore(c.Options.Fallback.Concurrent)}
}

// after puts an answer in the place of one that failed for the want of Redis.
func (u *unreachable) after(ctx context.Context, key string, v Value, err error) (Value, error) {
	switch {
	case err == nil && u.last != nil:
		u.keep(key, v.Data)
		return v, nil
	case !errors.Is(err, ErrCacheUnavailable):
		return v, err
	case u.last != nil:
		if data, ok := u.seen(key); ok {
			return Value{Data: data, Outcome: Stale}, nil
		}
		return v, err
	case !u.loads.tryEnter():
		return v, err
	}
	defer u.loads.leave()
	e, err := u.Load(ctx, key, nil)
	return Value{Data: e.Data, Outcome: Miss}, err
}

func (u *unreachable) seen(key string) ([]byte, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	data, ok := u.last[key]
	return data, ok
}

// keep remembers the value in the place of the oldest key's, if there are too
// many.
func (u *unreachable) keep(key string, data []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, known := u.last[key]
	u.last[key] = data
	if known {
		return
	}
	if len(u.keys) < u.Options.Fallback.Keys {
		u.keys = append(u.keys, key)
		return
	}
	delete(u.last, u.keys[u.head])
	u.keys[u.head] = key
	u.head = (u.head + 1) % len(u.keys)
}

// unavailable says of an error of Redis that it is one, unless the reader has
// left or it says so itself.
func unavailable(ctx context.Context, err error) error {
	switch {
	case err == nil, ctx.Err() != nil, errors.Is(err, ErrCacheUnavailable):
		return err
	}
	return fmt.Errorf("%w: %w", ErrCacheUnavailable, err)
}
