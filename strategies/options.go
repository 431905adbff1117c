package strategies

import (
	"fmt"
	"math"
	"time"
)

// Options are the settings of a strategy. Each choice heeds those that concern
// it.
type Options struct {
	// TTL is how long an entry is fresh, and unless something says otherwise how
	// long it lives in Redis; at least 1 ms.
	TTL time.Duration
	// Jitter lengthens each TTL by a uniform draw from 0 to Jitter.
	Jitter time.Duration
	// Stale is how long an entry lives beyond its TTL, where old values are
	// served; 0 stands for as long as the TTL.
	Stale time.Duration
	// Logical is the share of its TTL for which an entry is fresh, with a
	// logical TTL; above 0, below 1.
	Logical float64
	// Interval is how often a scheduled refresh rewrites an entry; 0 stands for
	// the TTL.
	Interval time.Duration
	// Beta scales how early XFetch refreshes: 1 is the paper's default, more
	// is earlier, 0 is never.
	Beta float64
	// Smoothing is the weight, in the δ of XFetch, of the loads before; from 0,
	// only the latest counts, to below 1.
	Smoothing float64
	// Ahead is the share of the TTL that is left when refresh-ahead sets in;
	// above 0, up to 1.
	Ahead float64
	// LoadTimeout is the most that a load may take; 0 is no limit.
	LoadTimeout time.Duration

	Lock     LockOptions     // where one per cluster refreshes
	Lease    LeaseOptions    // where it does by a lease
	Redlock  RedlockOptions  // where it does by a lock on several servers
	Guard    GuardOptions    // the origin guard
	Failure  FailureOptions  // fail-safe and negative
	Fallback FallbackOptions // without Redis
}

// LockOptions are the settings of the Redis lock, and of those who wait for it.
type LockOptions struct {
	// TTL is how long a lock lives if it is not released; at least 1 ms. It
	// should exceed the longest load: the 99th percentile times three is a
	// common rule. A shorter one lets a second holder in during a load; a
	// longer one lets readers wait longer after a holder has crashed.
	TTL time.Duration
	// Poll is the pause between two looks of a reader that waits for the
	// holder; with back-off, the first one; positive.
	Poll time.Duration
	// Growth is by how much back-off lengthens each pause, at least 1, and
	// PollMax how long it can get.
	Growth  float64
	PollMax time.Duration
	// Recheck is how long a reader that waits for a notification goes without a
	// look; positive.
	Recheck time.Duration
	// Wait is how long a reader waits for a holder before it takes the old value
	// or fails with ErrBusy; positive. With singleflight it may be twice as long: who
	// joins another's wait late has one of its own after it.
	Wait time.Duration
	// FallThrough is how many readers of a process, at one time, may load for
	// themselves when they give up waiting; at least 1.
	FallThrough int
	// MaxHold is how long a watchdog renews a lock at most; positive.
	MaxHold time.Duration
	// AtomicPublish writes the value and releases the lock in one step, and
	// only if the lock is still held. Otherwise it takes two steps, and a
	// holder that has lost its lock still writes its value.
	AtomicPublish bool
}

// LeaseOptions are the settings of leases.
type LeaseOptions struct {
	// Period is how long after a token was handed out no other is; at least
	// 1 ms. It does not outlast the entry that the token was for.
	Period time.Duration
}

// RedlockOptions are the settings of Redlock.
type RedlockOptions struct {
	// Timeout is how long one server is waited for; positive, and much less
	// than the lock's TTL.
	Timeout time.Duration
	// Drift is the share of the lock's TTL by which clocks may drift apart;
	// from 0 to below 1.
	Drift float64
}

// GuardOptions are the settings of the origin guard, for each process.
type GuardOptions struct {
	// Concurrent is how many loads may be in progress at one time; at least 1.
	Concurrent int
	// Rate is how many loads may start in a second, 0 for no limit, and Burst
	// how many of them at once, at least 1.
	Rate  float64
	Burst int
}

// FailureOptions are the settings of the memory of failures.
type FailureOptions struct {
	// BackOff is how long after a failure a key's origin is left alone, and
	// BackOffMax how long that can get by doubling; at least 1 ms.
	BackOff, BackOffMax time.Duration
	// Absent is how long it is remembered that a key has no value; at least
	// 1 ms.
	Absent time.Duration
}

// FallbackOptions are the settings for the time without Redis, for each process.
type FallbackOptions struct {
	// Concurrent is how many reads may load at one time; at least 1.
	Concurrent int
	// Keys is how many last values are remembered; at least 1.
	Keys int
}

// DefaultOptions are reasonable for loads of a few hundred milliseconds.
func DefaultOptions() Options {
	return Options{
		TTL: time.Minute, Logical: 0.9, Beta: 1, Ahead: 0.2,
		Lock: LockOptions{
			TTL: 5 * time.Second, Poll: 10 * time.Millisecond, Growth: 1.5, PollMax: 200 * time.Millisecond,
			Recheck: time.Second, Wait: 2 * time.Second, FallThrough: 1, MaxHold: time.Minute,
		},
		Lease:    LeaseOptions{Period: 10 * time.Second},
		Redlock:  RedlockOptions{Timeout: 50 * time.Millisecond, Drift: 0.01},
		Guard:    GuardOptions{Concurrent: 10, Burst: 1},
		Failure:  FailureOptions{BackOff: time.Second, BackOffMax: 30 * time.Second, Absent: 30 * time.Second},
		Fallback: FallbackOptions{Concurrent: 1, Keys: 10_000},
	}
}

// stale is how long an entry lives beyond its TTL.
func (o Options) stale() time.Duration {
	if o.Stale == 0 {
		return o.TTL
	}
	return o.Stale
}

// interval is how often a scheduled refresh rewrites an entry.
func (o Options) interval() time.Duration {
	if o.Interval == 0 {
		return o.TTL
	}
	return o.Interval
}

// lengthMax keeps sums of lengths far from overflow.
const lengthMax = 100 * 365 * 24 * time.Hour

// Validate reports the first setting that is out of its range, as an [*Invalid].
func (o Options) Validate() error {
	for _, l := range o.lengths() {
		switch {
		case l.value > lengthMax:
			return outOfRange(l.name, l.value, fmt.Sprintf("up to %dh", lengthMax/time.Hour))
		case l.value < l.least:
			return outOfRange(l.name, l.value, l.accepted())
		}
	}
	for _, c := range []struct {
		name     string
		value    any
		ok       bool
		accepted string
	}{
		{"logical", o.Logical, o.Logical > 0 && o.Logical < 1, "above 0, below 1"},
		{"beta", o.Beta, o.Beta >= 0 && !math.IsInf(o.Beta, 1), "0 or more, and finite"},
		{"smoothing", o.Smoothing, o.Smoothing >= 0 && o.Smoothing < 1, "from 0 to below 1"},
		{"ahead", o.Ahead, o.Ahead > 0 && o.Ahead <= 1, "above 0, up to 1"},
		{"lock.growth", o.Lock.Growth, o.Lock.Growth >= 1 && o.Lock.Growth <= 100, "from 1 to 100"},
		{"lock.fall-through", o.Lock.FallThrough, o.Lock.FallThrough >= 1, "at least 1"},
		{"redlock.drift", o.Redlock.Drift, o.Redlock.Drift >= 0 && o.Redlock.Drift < 1, "from 0 to below 1"},
		{"guard.concurrent", o.Guard.Concurrent, o.Guard.Concurrent >= 1, "at least 1"},
		{"guard.rate", o.Guard.Rate, o.Guard.Rate == 0 || o.Guard.Rate >= 1e-3 && o.Guard.Rate <= 1e9, "0, or from 0.001 to 1e+09"},
		{"guard.burst", o.Guard.Burst, o.Guard.Burst >= 1, "at least 1"},
		{"fallback.concurrent", o.Fallback.Concurrent, o.Fallback.Concurrent >= 1, "at least 1"},
		{"fallback.keys", o.Fallback.Keys, o.Fallback.Keys >= 1, "at least 1"},
	} {
		if !c.ok {
			return outOfRange(c.name, c.value, c.accepted)
		}
	}
	return nil
}

type length struct {
	name         string
	value, least time.Duration
}

func (l length) accepted() string {
	switch l.least {
	case 0:
		return "0 or more"
	case 1:
		return "more than 0"
	}
	return "at least " + l.least.String()
}

func (o Options) lengths() []length {
	return []length{
		{"ttl", o.TTL, time.Millisecond},
		{"jitter", o.Jitter, 0},
		{"stale", o.Stale, 0},
		{"interval", o.Interval, 0},
		{"load-timeout", o.LoadTimeout, 0},
		{"lock.ttl", o.Lock.TTL, time.Millisecond},
		{"lock.poll", o.Lock.Poll, 1},
		{"lock.poll-max", o.Lock.PollMax, 1},
		{"lock.recheck", o.Lock.Recheck, 1},
		{"lock.wait", o.Lock.Wait, 1},
		{"lock.max-hold", o.Lock.MaxHold, 1},
		{"lease.period", o.Lease.Period, time.Millisecond},
		{"redlock.timeout", o.Redlock.Timeout, 1},
		{"failure.back-off", o.Failure.BackOff, time.Millisecond},
		{"failure.back-off-max", o.Failure.BackOffMax, time.Millisecond},
		{"failure.absent", o.Failure.Absent, time.Millisecond},
	}
}

// Invalid says which option is out of its range.
type Invalid struct {
	Option   string // as in lock.ttl
	Value    string
	Accepted string // its range
}

// Error returns one line, as in "lock.ttl is 0s; accepted is at least 1ms".
func (e *Invalid) Error() string {
	return fmt.Sprintf("%s is %s; accepted is %s", e.Option, e.Value, e.Accepted)
}

func outOfRange(name string, value any, accepted string) error {
	return &Invalid{name, fmt.Sprint(value), accepted}
}
