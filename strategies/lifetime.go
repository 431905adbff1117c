package strategies

import "time"

// lifetime draws how long an entry is to live, and for how long at its end it is
// stale.
func (c *Cache) lifetime() (ttl, grace time.Duration) {
	if c.choices.Scheduled {
		return NoTTL, 0
	}
	ttl = c.Options.TTL + jitter(c.Env, c.Options.Jitter)
	switch {
	case c.choices.LogicalTTL:
		return ttl, ttl - logical(ttl, c.Options.Logical)
	case c.choices.keepsStale():
		return ttl + c.Options.stale(), c.Options.stale()
	}
	return ttl, 0
}

// Lifetimes returns the least and the most that an entry of these choices may be
// written to live, and for how long at its end it is stale at most; NoTTL, NoTTL
// if it lives for ever.
func (c Choices) Lifetimes(o Options) (least, most, grace time.Duration) {
	o = c.options(o)
	least, most = o.TTL, o.TTL+o.Jitter
	switch {
	case c.Scheduled:
		return NoTTL, NoTTL, 0
	case c.LogicalTTL:
		return least, most, most - logical(most, o.Logical)
	case c.keepsStale():
		return least + o.stale(), most + o.stale(), o.stale()
	}
	return least, most, 0
}
