package strategies

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Choices are the independent decisions that make a strategy. The zero value
// is naive: refresh on a miss, every caller, a fixed TTL, errors are returned.
type Choices struct {
	// When to refresh, besides on a miss.
	XFetch       bool // early, by XFetch
	RefreshAhead bool // early, when little of the TTL is left
	SWR          bool // when it is stale, in the background, while the old value is served
	Scheduled    bool // on a schedule: entries have no TTL

	// Who refreshes; without any, every caller.
	Singleflight bool // one per process; with one of the next, one process's one
	Lock         bool // one per cluster, by a lock in Redis
	Lease        bool // one per cluster and period, by a lease; invalidations void it
	Redlock      bool // one per cluster, by a lock on several servers

	// How the lock is held.
	Watchdog bool // it is renewed during the load
	Fenced   bool // its holders have numbers, which are checked where they write

	// What the others do; without any, those who wait poll, and fail at the
	// wait's limit.
	Notify      bool // they wait for the holder's message
	Backoff     bool // they poll ever more seldom
	Stale       bool // at the wait's limit they take the old value
	FallThrough bool // at the wait's limit a few load for themselves

	// How long an entry lives.
	Jitter     bool // its TTL has a random part: half of it unless Options.Jitter says
	LogicalTTL bool // it is fresh for the first part only; then the others take the old value

	// When a load fails.
	OriginGuard bool // too many loads fail before the origin is asked
	FailSafe    bool // the old value is served, and the origin left alone for a while
	Negative    bool // the failure, or the absence, is remembered for a while

	// When Redis is unreachable; without any, reads fail.
	Fallback  bool // a few load from the origin
	LastValue bool // the answer is the last value that this process saw
}

// String names the composition, as in xfetch+lock; naive if it has no part.
func (c Choices) String() string {
	var names []string
	for _, p := range parts {
		if *p.of(&c) {
			names = append(names, p.Name)
		}
	}
	if names == nil {
		return "naive"
	}
	return strings.Join(names, "+")
}

// keepsStale tells whether entries outlive their freshness.
func (c Choices) keepsStale() bool {
	return c.SWR || c.Lease || c.Stale || c.LogicalTTL || c.FailSafe
}

// takesOld tells whether those who do not refresh take the old value at once.
func (c Choices) takesOld() bool { return c.Lease || c.LogicalTTL }

// cluster tells whether one per cluster refreshes.
func (c Choices) cluster() bool { return c.Lock || c.Lease || c.Redlock }

// ErrComposition is wrapped by the error of a composition that cannot be.
var ErrComposition = errors.New("not a composition")

// Validate reports why the choices do not go together; nil if they do.
func (c Choices) Validate() error {
	for _, r := range refusals {
		if r.when(c) {
			return fmt.Errorf("%w: %s: %s", ErrComposition, c, r.why)
		}
	}
	return nil
}

// refusals are the compositions that mean nothing.
var refusals = []struct {
	when func(Choices) bool
	why  string
}{
	{
		func(c Choices) bool { return c.Lock && c.Lease || c.Lock && c.Redlock || c.Lease && c.Redlock },
		"lock, lease and redlock each choose the one who refreshes; take one of them",
	},
	{
		func(c Choices) bool { return c.Watchdog && !c.Lock },
		"a watchdog renews a lock; add lock",
	},
	{
		func(c Choices) bool { return c.Fenced && !c.Lock },
		"fencing numbers the holders of a lock; add lock",
	},
	{
		func(c Choices) bool { return c.Notify && !c.Lock },
		"only the release of a lock sends a message to wait for; add lock",
	},
	{
		func(c Choices) bool { return c.Notify && c.Backoff },
		"who waits for a message does not poll; take notify or backoff",
	},
	{
		func(c Choices) bool { return (c.Backoff || c.FallThrough) && !c.cluster() && !c.Scheduled },
		"nobody polls; add lock, lease or redlock",
	},
	{
		func(c Choices) bool { return c.Stale && !c.Lock && !c.Redlock },
		"the old value is for those who waited for too long, and nobody waits; add lock or redlock",
	},
	{
		func(c Choices) bool { return c.Stale && (c.SWR || c.LogicalTTL) },
		"with swr or logical-ttl the old value is served at once, so no one waits for it; leave stale out",
	},
	{
		func(c Choices) bool { return c.LogicalTTL && !c.SWR && !c.Singleflight && !c.cluster() },
		"every caller would refresh, so the logical TTL would be the TTL; add swr, or say who refreshes: singleflight, lock, lease or redlock",
	},
	{
		func(c Choices) bool { return c.Lease && c.SWR },
		"a lease serves the old value already; leave swr out",
	},
	{
		func(c Choices) bool { return c.XFetch && c.RefreshAhead },
		"xfetch and refresh-ahead both say how early to refresh; take one of them",
	},
	{
		func(c Choices) bool { return c.Scheduled && c.cluster() },
		"a schedule has turns of its own among the processes; leave the other out",
	},
	{
		func(c Choices) bool {
			return c.Scheduled && (c.XFetch || c.RefreshAhead || c.Jitter || c.keepsStale())
		},
		"scheduled entries have no TTL, so they are never early, stale or jittered",
	},
	{
		func(c Choices) bool { return c.Fallback && c.LastValue },
		"fallback and last-value both say what to do without Redis; take one of them",
	},
}

// New composes the strategy for one application process.
func (c Choices) New(env Env, load Loader, o Options) (Strategy, error) {
	cache, err := NewCache(env, load, c, o)
	if err != nil {
		return nil, err
	}
	if c.Redlock && len(env.LockServers()) == 0 {
		return nil, errors.New("redlock: the environment has no lock servers; accepted are several independent ones (goredis.WithLockServers)")
	}
	r := &reader{Cache: cache, refresh: cache.refresher()}
	if c.Scheduled {
		r.schedule = newSchedule(cache, r.refresh)
	}
	if c.Fallback || c.LastValue {
		r.unreachable = newUnreachable(cache)
	}
	return r, nil
}

// refresher returns who refreshes.
func (c *Cache) refresher() refresher {
	var who refresher = naive{c}
	if m := c.mutex(); m != nil {
		l := lock{Cache: c, mutex: m}
		if c.choices.FallThrough {
			l.falls = newSemaphore(c.Options.Lock.FallThrough)
		}
		who = l
	}
	if c.choices.Singleflight {
		who = newSingleflight(c, who)
	}
	return who
}

// mutex returns what gives one in the cluster the right to refresh; nil if
// nothing does.
func (c *Cache) mutex() mutex {
	switch {
	case c.choices.Fenced:
		return fencedLock{c}
	case c.choices.Lock:
		return redisLock{c}
	case c.choices.Redlock:
		return redlock{c}
	case c.choices.Lease:
		return lease{c, c.Options.Lease.Period}
	case c.choices.Scheduled:
		return lease{c, c.Options.interval()}
	}
	return nil
}

// options are the options with what the choices imply.
func (c Choices) options(o Options) Options {
	if c.Jitter && o.Jitter == 0 {
		o.Jitter = o.TTL / 2
	}
	return o
}

// Fill returns an entry as a strategy of these choices writes it when it has just
// loaded data in the time delta, and its TTL.
func (c Choices) Fill(env Env, o Options, data []byte, delta time.Duration) ([]byte, time.Duration) {
	cache := Cache{Env: env, Options: c.options(o), choices: c}
	return cache.seal(Entry{Data: data, Delta: delta})
}
