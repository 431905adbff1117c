package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// noTTL takes locks that live for ever.
//
// How it breaks: a holder that crashes blocks the key until somebody deletes the
// lock by hand.
//
// Caught by: lock-has-ttl.
//
// Reported in: symfony/symfony#63592.
type noTTL struct{ strategies.Redis }

// SetIfAbsent is wrong: it leaves the TTL out.
func (r noTTL) SetIfAbsent(ctx context.Context, key, token string, _ time.Duration) (bool, error) {
	return r.Redis.SetIfAbsent(ctx, key, token, strategies.NoTTL)
}

func newNoTTL(_ strategies.Env, r strategies.Redis) strategies.Redis { return noTTL{r} }

// setnxExpire takes the lock and gives it its TTL in a second step.
//
// How it breaks: a holder that crashes between the two leaves a lock for ever.
//
// Caught by: lock-has-ttl.
//
// Reported in: laravel/horizon#1738.
type setnxExpire struct{ strategies.Redis }

// SetIfAbsent is wrong: it takes two steps.
func (r setnxExpire) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	acquired, err := r.Redis.SetIfAbsent(ctx, key, token, strategies.NoTTL)
	if err == nil && acquired {
		_, err = r.Expire(ctx, key, ttl)
	}
	return acquired, err
}

func newSetnxExpire(_ strategies.Env, r strategies.Redis) strategies.Redis { return setnxExpire{r} }

// repairTTL wants to heal locks without a TTL: who is refused asks for the TTL, and
// writes the lock anew if it has none.
//
// How it breaks: the holder releases between the refusal and the question. "There
// is no key" is read as "the key has no TTL", and the loser makes a lock that
// nobody holds.
//
// Caught by: lock-released.
//
// Reported in: oaeproject/Hilary#793.
type repairTTL struct{ strategies.Redis }

// SetIfAbsent is wrong: its repair takes steps of its own, and an absence for a
// fault.
func (r repairTTL) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	acquired, err := r.Redis.SetIfAbsent(ctx, key, token, ttl)
	if err != nil || acquired {
		return acquired, err
	}
	if _, left, found, err := r.Recall(ctx, key); err == nil && (!found || left == strategies.NoTTL) {
		_ = r.Remember(ctx, key, []byte(token), ttl)
	}
	return false, nil
}

func newRepairTTL(_ strategies.Env, r strategies.Redis) strategies.Redis { return repairTTL{r} }
