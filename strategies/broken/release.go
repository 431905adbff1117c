package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// plainDel is a Redis on which a lock is released without asking whose it is.
//
// How it breaks: a load outlives the lock's TTL, another takes the lock, the
// late holder's release deletes it, and a third comes in while the second is
// still loading.
//
// Caught by: no-foreign-delete.
//
// Reported in: laravel/framework#26213.
type plainDel struct{ strategies.Redis }

// CompareAndDelete is wrong: it does not compare.
func (r plainDel) CompareAndDelete(ctx context.Context, key, _, _ string) (bool, error) {
	return r.Delete(ctx, key)
}

func newPlainDel(_ strategies.Env, r strategies.Redis) strategies.Redis { return plainDel{r} }

// getThenDel compares, but in a step of its own.
//
// How it breaks: the lock expires, and another takes it, between the look and the
// deletion.
//
// Caught by: no-foreign-delete.
//
// Reported in: redis/redis-py#554 and the articles that it was copied from.
type getThenDel struct{ strategies.Redis }

// CompareAndDelete is wrong: it takes two steps.
func (r getThenDel) CompareAndDelete(ctx context.Context, key, token, _ string) (bool, error) {
	held, _, found, err := r.Recall(ctx, key)
	if err != nil || !found || string(held) != token {
		return false, err
	}
	return r.Delete(ctx, key)
}

func newGetThenDel(_ strategies.Env, r strategies.Redis) strategies.Redis { return getThenDel{r} }

// constantToken writes the same into every lock, so that the comparison at the
// release proves nothing.
//
// How it breaks: as without a comparison.
//
// Caught by: no-foreign-delete.
//
// Reported in: lukas-krecan/ShedLock#2583.
type constantToken struct{ strategies.Redis }

// SetIfAbsent is wrong: its token is not the acquisition's.
func (r constantToken) SetIfAbsent(ctx context.Context, key, _ string, ttl time.Duration) (bool, error) {
	return r.Redis.SetIfAbsent(ctx, key, "1", ttl)
}

// CompareAndDelete compares with what all locks hold.
func (r constantToken) CompareAndDelete(ctx context.Context, key, _, channel string) (bool, error) {
	return r.Redis.CompareAndDelete(ctx, key, "1", channel)
}

// PublishAndRelease does so, too.
func (r constantToken) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, _, channel string) (bool, error) {
	return r.Redis.PublishAndRelease(ctx, key, value, ttl, lock, "1", channel)
}

func newConstantToken(_ strategies.Env, r strategies.Redis) strategies.Redis { return constantToken{r} }
