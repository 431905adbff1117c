package strategies

import (
	"context"
	"time"
)

// dueEarly tells whether a read is to refresh an entry that is still fresh.
func (r *reader) dueEarly(ctx context.Context, key string, e Entry) bool {
	switch {
	case r.choices.XFetch:
		d := xfetch(r.Env, e.freshFor(), e.Delta, r.Options.Beta)
		r.Env.Observe(ctx, Observation{What: Decided, Key: key, Decision: d})
		return d.Refresh
	case r.choices.RefreshAhead:
		return ahead(e.freshFor(), r.Options.TTL, r.Options.Ahead)
	}
	return false
}

// ahead: refresh once little of the TTL is left.
//
// Idea: a read that finds less than a share of the TTL left, 20 % say, refreshes
// in the background.
//
// Guarantee: a key that is read in the last part of its life does not expire, if
// a load takes less than that part.
//
// How it breaks: without someone who sees to it that one refreshes, all reads of
// the last part do. A key that is read seldom expires all the same.
//
// Source: refresh-ahead, as in Oracle Coherence and in Caffeine's
// refreshAfterWrite.
func ahead(freshFor, ttl time.Duration, share float64) bool {
	return freshFor != NoTTL && float64(freshFor) < float64(share*float64(ttl))
}
