package strategies

import "context"

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
