package broken

import (
	"context"
	"sync"
	"time"

	"stampede/strategies"
)

// oneFailure gives up renewing at the first renewal that fails.
//
// How it breaks: one lost reply, during a failover say, and a lock that was to be
// held for minutes is gone after its TTL; its holder does not know.
//
// Caught by: one-at-a-time.
//
// Reported in: redisson/redisson#775.
type oneFailure struct {
	strategies.Redis
	gaveUp *failedKeys // by token
}

func newOneFailure(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return oneFailure{r, &failedKeys{locks: make(map[string]bool)}}
}

// CompareAndExpire is wrong: after an error it only says that it renews.
func (r oneFailure) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	if r.gaveUp.is(token) {
		return true, nil
	}
	renewed, err := r.Redis.CompareAndExpire(ctx, key, token, ttl)
	if err != nil {
		r.gaveUp.set(token, true)
		return true, nil
	}
	return renewed, nil
}

// anyLock renews the lock under a name, whoever holds it by now.
//
// How it breaks: its own lock is gone, and another has taken it. The late watchdog
// lets that one live on, for as long as its own load takes: if the other has
// crashed, nobody gets in; and it never learns that it holds nothing.
//
// Caught by: no-foreign-delete.
//
// Reported in: redisson/redisson#597.
type anyLock struct{ strategies.Redis }

// CompareAndExpire is wrong: it does not compare.
func (r anyLock) CompareAndExpire(ctx context.Context, key, _ string, ttl time.Duration) (bool, error) {
	return r.Expire(ctx, key, ttl)
}

func newAnyLock(_ strategies.Env, r strategies.Redis) strategies.Redis { return anyLock{r} }

// onceRenewed keeps a table of the locks that are being renewed, by their name,
// and never takes one off it.
//
// How it breaks: whoever takes the same lock again, in the same process, is not
// renewed.
//
// Caught by: one-at-a-time.
//
// Reported in: redisson/redisson#5698.
type onceRenewed struct {
	strategies.Redis
	mu    *sync.Mutex
	first map[string]string // the token of each lock's first acquisition
}

func newOnceRenewed(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return onceRenewed{r, new(sync.Mutex), make(map[string]string)}
}

// CompareAndExpire is wrong: it is bound to the name, not to the acquisition.
func (r onceRenewed) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	r.mu.Lock()
	if r.first[key] == "" {
		r.first[key] = token
	}
	mine := r.first[key] == token
	r.mu.Unlock()
	if !mine {
		return true, nil
	}
	return r.Redis.CompareAndExpire(ctx, key, token, ttl)
}
