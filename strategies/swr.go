package strategies

import "context"

// revalidate: stale-while-revalidate (SWR).
//
// Idea: an entry is fresh for its TTL and kept for a while longer. In that while it is
// served at once, and refreshed in the background.
//
// Guarantee: no one waits for a load, as long as the key is read before Redis removes
// the entry. A value served is at most TTL and while old, and a load.
//
// How it breaks: without a lock, or singleflight, each such read starts a refresh: the
// stampede moves to the background. On an empty cache there is nothing to serve, so
// that the same protection is needed there. A key that no one reads is not refreshed,
// and its next reader gets what is old.
//
// Source: RFC 5861 (stale-while-revalidate).
func (r *reader) revalidate(ctx context.Context, key string, old Entry) Entry {
	return r.refresh.renew(ctx, key, old)
}

// behind refreshes in the background, and returns the entry that is served meanwhile. A
// refresh that fails is left to a later read.
func (c *Cache) behind(ctx context.Context, key string, old Entry, by refresher) Entry {
	c.Env.Go(ctx, "refresh", func(ctx context.Context) {
		_, _ = by.renewNow(ctx, key, old)
	})
	return old
}
