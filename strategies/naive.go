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

func (n naive) fill(ctx context.Context, key string, old *Entry) (Entry, error) {
	e, err := n.Load(ctx, key, old)
	if err != nil {
		return Entry{}, err
	}
	return e, n.Publish(ctx, key, e)
}

// renew lets the reader whose turn it is load; where old values are served at
// once, it does so in the background.
func (n naive) renew(ctx context.Context, key string, old Entry) Entry {
	if n.choices.SWR || n.choices.RefreshAhead {
		return n.behind(ctx, key, old, n)
	}
	if e, err := n.renewNow(ctx, key, old); err == nil {
		return e
	}
	return old // it is still good
}

func (n naive) renewNow(ctx context.Context, key string, old Entry) (Entry, error) {
	return n.fill(ctx, key, &old)
}
