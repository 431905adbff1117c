package strategies

import (
	"context"
	"time"
)

// lease: one token per key and period.
//
// Idea: a read that finds no fresh value is handed a token, if none was handed
// out for the key within the period; only its holder may write the value. An
// invalidation makes the token worthless, so that what was loaded before it
// is not written after it. Meanwhile the old value is served.
//
// Guarantee: at most one load of a key per period. A value read before an
// invalidation is not written after it.
//
// How it breaks: for the rest of a period in which there was an invalidation the
// value served is old. Where there is no old value, the readers wait. Who falls through
// has no token, and may write what is old.
//
// Source: Nishtala et al.: Scaling Memcache at Facebook, NSDI 2013, section 3.2.1.
type lease struct {
	*Cache
	period time.Duration
}

func (l lease) acquire(ctx context.Context, key string) (holder, bool, error) {
	h := &leased{cache: l.Cache, key: key, lease: beside(key, leaseKey), token: newToken(l.Env)}
	granted, err := l.Env.Redis().SetIfAbsent(ctx, h.lease, h.token, l.period)
	l.asked(ctx, key, granted)
	return asHolder(h, granted, unavailable(ctx, err))
}

// leased is a token that was handed out.
type leased struct {
	cache             *Cache
	key, lease, token string
	used              bool
}

func (h *leased) publish(ctx context.Context, e Entry) error {
	e = h.cache.dated(e)
	// The period does not outlast what the token was for.
	written, err := h.cache.Env.Redis().PublishLeased(ctx, h.key, e.Encode(), e.Remaining, h.lease, h.token, e.freshFor())
	if h.used = err == nil; h.used && !written {
		err = ErrLockLost
	}
	return h.cache.written(ctx, h.key, err)
}

// release gives back a token that was not used, so that a failed load does not
// cost the rest of the period.
func (h *leased) release(ctx context.Context) {
	if !h.used {
		_, _ = h.cache.Env.Redis().CompareAndDelete(context.WithoutCancel(ctx), h.lease, h.token, "")
	}
}
