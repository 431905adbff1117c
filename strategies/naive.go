package strategies

import "context"

// naive: every caller refreshes.
//
// Idea: cache-aside and nothing else. Whoever finds no value loads it and
// publishes it.
//
// Guarantee: none about the origin. A value is never older than its TTL.
//
// How it breaks: between the expiry and the first SET, everyone who looks
// loads too: about 1 + r·δ loads for reads at rate r and loads of length δ, and
// all N of a closed population. That is the stampede.
//
// Source: the cache-aside pattern, as in the documentation of any cache.
type naive struct{ *Cache }

func (n naive) fill(ctx context.Context, key string) (Entry, error) {
	e, err := n.Load(ctx, key)
	if err != nil {
		return Entry{}, err
	}
	return e, n.Publish(ctx, key, e)
}

func (n naive) refreshEarly(ctx context.Context, key string, _ Entry) (Entry, error) {
	return n.fill(ctx, key)
}
