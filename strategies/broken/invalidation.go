package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// notVoided deletes the entry and leaves the lease alone.
//
// How it breaks: a load that began before the invalidation writes what it read
// then, and it stays for a whole TTL.
//
// Caught by: no-old-after-invalidation.
//
// Reported in: redis/lettuce#3481.
type notVoided struct{ strategies.Redis }

// VoidLease is wrong: it does not.
func (r notVoided) VoidLease(ctx context.Context, key, _ string, _ time.Duration) error {
	_, err := r.Delete(ctx, key)
	return err
}

func newNotVoided(_ strategies.Env, r strategies.Redis) strategies.Redis { return notVoided{r} }

// unfenced numbers the holders but does not look at the number.
//
// How it breaks: a holder that lost its lock overwrites what a later one has
// written.
//
// Caught by: values-in-order.
//
// Reported in: Kleppmann, How to do distributed locking, on locks without
// fencing.
type unfenced struct{ strategies.Redis }

// PublishFenced is wrong: it just writes.
func (r unfenced) PublishFenced(ctx context.Context, key string, value []byte, ttl time.Duration, _ string, _ int64) (bool, error) {
	return true, r.Set(ctx, key, value, ttl)
}

func newUnfenced(_ strategies.Env, r strategies.Redis) strategies.Redis { return unfenced{r} }
