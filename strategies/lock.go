package strategies

import (
	"context"
	"errors"
)

// lock: one per cluster refreshes.
//
// Idea: who finds no value takes the key's lock (SET NX PX), looks again, loads,
// publishes and releases. The others poll until they find the value, or the
// lock free. A release deletes the lock only if it still holds the token of
// this very acquisition.
//
// Guarantee: one load for each expiry, as long as no load outlives the lock's
// TTL and Redis keeps its word (no failover).
//
// How it breaks: a load longer than the lock's TTL lets a second holder in. A
// holder that crashes makes the others wait until its lock expires. The lock
// protects the origin, not the readers: they wait for the whole load, and
// their polling loads Redis.
//
// Source: the Redis documentation of SET ("a simple locking system") and
// "Distributed Locks with Redis".
type lock struct {
	*Cache
	mutex mutex
	falls *semaphore // nil: who gives up waiting does not load
}

func (l lock) fill(ctx context.Context, key string, old *Entry) (Entry, error) {
	w := l.newWaiting(key)
	defer w.end(ctx)
	for {
		held, acquired, err := l.mutex.acquire(ctx, key)
		if err != nil {
			return Entry{}, err
		}
		if acquired {
			e, err := l.fillHolding(ctx, key, held, old)
			if !errors.Is(err, ErrLockLost) {
				return e, err
			}
		}
		if old != nil && l.choices.takesOld() {
			return *old, nil
		}
		if err := w.pause(ctx); errors.Is(err, ErrBusy) {
			return l.lastResort(ctx, key, old, err)
		} else if err != nil {
			return Entry{}, err
		}
		if e, fresh, err := l.lookFresh(ctx, key); err != nil || fresh {
			return e, err
		}
	}
}

func (l lock) fillHolding(ctx context.Context, key string, held holder, old *Entry) (Entry, error) {
	defer held.release(ctx)
	// The second look is the point of it: the last holder may have published
	// between this reader's look and its acquisition.
	if e, fresh, err := l.lookFresh(ctx, key); err != nil || fresh {
		return e, err
	}
	return l.loadHolding(ctx, key, held, old)
}

// loadHolding loads and publishes.
func (l lock) loadHolding(ctx context.Context, key string, held holder, old *Entry) (Entry, error) {
	loading := ctx
	if l.choices.Watchdog {
		dog := newWatchdog(ctx, l.Cache, held.(extender))
		defer dog.stop()
		loading = dog.context
	}
	e, err := l.Load(loading, key, old)
	if err != nil {
		if loading.Err() != nil && ctx.Err() == nil {
			err = ErrLockLost
		}
		return Entry{}, err
	}
	return e, held.publish(ctx, e)
}

// renew refreshes in the background if the lock is free. The losers duck out:
// they, too, have a value that is still good.
func (l lock) renew(ctx context.Context, key string, old Entry) Entry {
	return l.behind(ctx, key, old, l)
}

func (l lock) renewNow(ctx context.Context, key string, old Entry) (Entry, error) {
	held, acquired, err := l.mutex.acquire(ctx, key)
	if err != nil || !acquired {
		return old, err
	}
	defer held.release(ctx)
	// The second look, as above: another's refresh shows in a TTL that has
	// grown.
	e, found, err := l.LookWithTTL(ctx, key)
	if err != nil || found && e.Remaining > old.Remaining {
		return e, err
	}
	return l.loadHolding(ctx, key, held, &old)
}
