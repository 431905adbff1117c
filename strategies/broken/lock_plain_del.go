package broken

import (
	"context"

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

type plainDelEnv struct{ strategies.Env }

func (e plainDelEnv) Redis() strategies.Redis { return plainDel{e.Env.Redis()} }

// newLockPlainDel returns the right lock on the wrong release.
func newLockPlainDel(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return strategies.Choices{Lock: true}.New(plainDelEnv{env}, load, o)
}
