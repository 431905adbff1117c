package broken

import (
	"context"
	"sync"
	"time"

	"stampede/strategies"
)

// errorAsValue caches the error of a load as if it were the value.
//
// How it breaks: everyone is served the error, for a whole TTL.
//
// Caught by: errors-remembered.
//
// Reported in: getsentry/snuba#2125.
func errorAsValue(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return strategies.Choices{Lock: true}.New(env, func(ctx context.Context, key string) ([]byte, error) {
		data, err := load(ctx, key)
		if err != nil {
			return []byte("error: " + err.Error()), nil
		}
		return data, nil
	}, o)
}

// keptOnError releases the lock only on the way that all goes well.
//
// How it breaks: a load fails, and the key answers no one until the lock's TTL is
// over.
//
// Caught by: lock-released.
//
// Reported in: dotnetcore/EasyCaching#306.
type keptOnError struct {
	strategies.Redis
	failed *failedKeys
}

func newKeptOnError(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	failed := &failedKeys{locks: make(map[string]bool)}
	return strategies.Choices{Lock: true}.New(redisEnv{env, keptOnError{env.Redis(), failed}}, func(ctx context.Context, key string) ([]byte, error) {
		data, err := load(ctx, key)
		failed.set(strategies.LockKey(key), err != nil)
		return data, err
	}, o)
}

// CompareAndDelete is wrong: it does nothing after a load that failed.
func (r keptOnError) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	if r.failed.is(key) {
		return true, nil
	}
	return r.Redis.CompareAndDelete(ctx, key, token, channel)
}

// failedKeys are the locks whose latest load has failed.
type failedKeys struct {
	mu    sync.Mutex
	locks map[string]bool
}

func (f *failedKeys) set(lock string, failed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.locks[lock] = failed
}

func (f *failedKeys) is(lock string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.locks[lock]
}

// forgetful remembers no failure.
//
// How it breaks: a failing origin gets every read, though the old value is
// served; an absent key is asked for again and again.
//
// Caught by: back-off.
//
// Reported in: nginx/nginx#1000; for absences, yegor256/factbase#992.
type forgetful struct{ strategies.Redis }

// Remember is wrong: it does not.
func (r forgetful) Remember(context.Context, string, []byte, time.Duration) error { return nil }

func newForgetful(_ strategies.Env, r strategies.Redis) strategies.Redis { return forgetful{r} }
