package strategies

import "time"

// lifetime draws how long an entry is to live, and for how long at its end it is
// stale.
func (c *Cache) lifetime() (ttl, grace time.Duration) {
	if c.choices.Scheduled {
		return NoTTL, 0
	}
	ttl = c.Options.TTL + jitter(c.Env, c.Options.Jitter)
	grace = c.choices.grace(c.Options, ttl)
	if !c.choices.LogicalTTL {
		ttl += grace
	}
	return ttl, grace
}

// grace returns for how long an entry is stale whose drawn TTL is given: in the last
// part of it, or after it.
func (c Choices) grace(o Options, ttl time.Duration) time.Duration {
	switch {
	case c.LogicalTTL:
		return ttl - logical(ttl, o.Logical)
	case c.keepsStale():
		return o.stale()
	}
	return 0
}

// Lifetimes returns the least and the most that an entry of these choices may be
// written to live; NoTTL, NoTTL if it lives for ever.
func (c Choices) Lifetimes(o Options) (least, most time.Duration) {
	if c.Scheduled {
		return NoTTL, NoTTL
	}
	o = c.options(o)
	least, most = o.TTL, o.TTL+o.Jitter
	if !c.LogicalTTL {
		briefest, longest := c.Graces(o)
		least, most = least+briefest, most+longest
	}
	return least, most
}

// Graces returns for how long at its end an entry of these choices is stale, at least
// and at most: the entry that lives for the least time has the least.
func (c Choices) Graces(o Options) (least, most time.Duration) {
	if c.Scheduled {
		return 0, 0
	}
	o = c.options(o)
	return c.grace(o, o.TTL), c.grace(o, o.TTL+o.Jitter)
}
