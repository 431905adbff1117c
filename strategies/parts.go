package strategies

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Part is one choice, as it is written in a composition.
type Part struct {
	Name  string
	About string
	// Parameter says what may stand after an =; empty if nothing may.
	Parameter string

	of  func(*Choices) *bool
	set func(*Options, string) error
}

// parts are the choices in the order in which a composition is written.
var parts = []Part{
	{
		"xfetch", "refresh early, by a draw that gets likelier towards the expiry", "β, as in 1.5",
		func(c *Choices) *bool { return &c.XFetch },
		func(o *Options, s string) error { return setNumber(&o.Beta, s) },
	},
	{
		"refresh-ahead", "refresh in the background once little of the TTL is left", "a share of the TTL, as in 20%",
		func(c *Choices) *bool { return &c.RefreshAhead },
		func(o *Options, s string) error { return setShare(&o.Ahead, s) },
	},
	{
		"swr", "serve the old value while it is refreshed in the background", "how long beyond the TTL, as in 30s",
		func(c *Choices) *bool { return &c.SWR },
		func(o *Options, s string) error { return setLength(&o.Stale, s) },
	},
	{
		"scheduled", "no TTL: rewrite the entry on a schedule, while it is read", "the interval, as in 30s",
		func(c *Choices) *bool { return &c.Scheduled },
		func(o *Options, s string) error { return setLength(&o.Interval, s) },
	},
	{
		"singleflight", "one per process refreshes", "",
		func(c *Choices) *bool { return &c.Singleflight }, nil,
	},
	{
		"lock", "one per cluster refreshes: who holds the key's lock", "the lock's TTL, as in 5s",
		func(c *Choices) *bool { return &c.Lock },
		func(o *Options, s string) error { return setLength(&o.Lock.TTL, s) },
	},
	{
		"lease", "one per cluster and period refreshes; an invalidation voids its token; the others take the old value", "the period, as in 10s",
		func(c *Choices) *bool { return &c.Lease },
		func(o *Options, s string) error { return setLength(&o.Lease.Period, s) },
	},
	{
		"redlock", "one per cluster refreshes: who holds the lock on most of several servers", "the lock's TTL, as in 5s",
		func(c *Choices) *bool { return &c.Redlock },
		func(o *Options, s string) error { return setLength(&o.Lock.TTL, s) },
	},
	{
		"watchdog", "renew the lock while its holder works", "the longest hold, as in 60s",
		func(c *Choices) *bool { return &c.Watchdog },
		func(o *Options, s string) error { return setLength(&o.Lock.MaxHold, s) },
	},
	{
		"fenced", "number the lock's holders, and let none overwrite a later one's value", "",
		func(c *Choices) *bool { return &c.Fenced }, nil,
	},
	{
		"notify", "the waiters are woken by the release", "the time between two looks without a message, as in 1s",
		func(c *Choices) *bool { return &c.Notify },
		func(o *Options, s string) error { return setLength(&o.Lock.Recheck, s) },
	},
	{
		"backoff", "the waiters poll ever more seldom, with jitter", "the growth of the pause, as in 1.5",
		func(c *Choices) *bool { return &c.Backoff },
		func(o *Options, s string) error { return setNumber(&o.Lock.Growth, s) },
	},
	{
		"stale", "who has waited for too long takes the old value", "how long beyond the TTL, as in 60s",
		func(c *Choices) *bool { return &c.Stale },
		func(o *Options, s string) error { return setLength(&o.Stale, s) },
	},
	{
		"fall-through", "a few of those who have waited for too long load for themselves", "how many of a process, as in 2",
		func(c *Choices) *bool { return &c.FallThrough },
		func(o *Options, s string) error { return setCount(&o.Lock.FallThrough, s) },
	},
	{
		"jitter", "lengthen each TTL by a random part", "a share of the TTL or a length, as in 50% or 500ms",
		func(c *Choices) *bool { return &c.Jitter }, setJitter,
	},
	{
		"logical-ttl", "an entry is past its freshness before it expires; then one refreshes, the others take the old value", "the fresh share of the TTL, as in 90%",
		func(c *Choices) *bool { return &c.LogicalTTL },
		func(o *Options, s string) error { return setShare(&o.Logical, s) },
	},
	{
		"origin-guard", "limit the loads of a process, and fail the others", "how many at one time, as in 10",
		func(c *Choices) *bool { return &c.OriginGuard },
		func(o *Options, s string) error { return setCount(&o.Guard.Concurrent, s) },
	},
	{
		"fail-safe", "when a load fails, serve the old value and leave the origin alone for a while", "the first back-off, as in 1s",
		func(c *Choices) *bool { return &c.FailSafe },
		func(o *Options, s string) error { return setLength(&o.Failure.BackOff, s) },
	},
	{
		"negative", "remember failures and absences for a while, apart from the values", "how long an absence, as in 30s",
		func(c *Choices) *bool { return &c.Negative },
		func(o *Options, s string) error { return setLength(&o.Failure.Absent, s) },
	},
	{
		"fallback", "without Redis, a few reads load from the origin", "how many of a process, as in 2",
		func(c *Choices) *bool { return &c.Fallback },
		func(o *Options, s string) error { return setCount(&o.Fallback.Concurrent, s) },
	},
	{
		"last-value", "without Redis, serve the last value that this process saw", "how many keys, as in 10000",
		func(c *Choices) *bool { return &c.LastValue },
		func(o *Options, s string) error { return setCount(&o.Fallback.Keys, s) },
	},
}

// Parts returns the choices that a composition can be made of.
func Parts() []Part { return parts }

func setLength(to *time.Duration, s string) error {
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return errors.New("a positive length of time, as in 500ms")
	}
	*to = d
	return nil
}

func setNumber(to *float64, s string) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return errors.New("a number, as in 1.5")
	}
	*to = x
	return nil
}

func setCount(to *int, s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("a whole number from 1, as in 2")
	}
	*to = n
	return nil
}

func setShare(to *float64, s string) error {
	percent, ok := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(percent, 64)
	if !ok || err != nil {
		return errors.New("a share, as in 20%")
	}
	*to = x / 100
	return nil
}

func setJitter(o *Options, s string) error {
	accepted := errors.New("a share of the TTL or a length of time, as in 50% or 500ms")
	if !strings.HasSuffix(s, "%") {
		if setLength(&o.Jitter, s) != nil {
			return accepted
		}
		return nil
	}
	var share float64
	if err := setShare(&share, s); err != nil || !(share >= 0 && share <= 100) {
		return accepted
	}
	o.Jitter = time.Duration(share * float64(o.TTL))
	return nil
}
