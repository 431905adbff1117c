package scenario

import (
	"time"

	"stampede/strategies"
)

// Options returns the settings of the strategy.
func (s Scenario) Options() strategies.Options {
	c := s.Cache
	ttl := time.Duration(c.TTL)
	return strategies.Options{
		TTL: ttl, Jitter: c.Jitter.Of(ttl),
		Stale: time.Duration(c.Stale), Logical: c.Logical, Interval: time.Duration(c.Interval),
		Beta: c.Beta, Smoothing: c.Smoothing, Ahead: c.Ahead, LoadTimeout: time.Duration(c.LoadTimeout),
		Lock: strategies.LockOptions{
			TTL: time.Duration(c.Lock.TTL), Poll: time.Duration(c.Lock.Poll),
			Growth: c.Lock.Growth, PollMax: time.Duration(c.Lock.PollMax), Recheck: time.Duration(c.Lock.Recheck),
			Wait: time.Duration(c.Lock.Wait), FallThrough: c.Lock.FallThrough, MaxHold: time.Duration(c.Lock.MaxHold),
			AtomicPublish: c.Lock.AtomicPublish,
		},
		Lease:    strategies.LeaseOptions{Period: time.Duration(c.Lease.Period)},
		Redlock:  strategies.RedlockOptions{Timeout: time.Duration(c.Redlock.Timeout), Drift: c.Redlock.Drift},
		Guard:    strategies.GuardOptions(c.Guard),
		Failure:  strategies.FailureOptions{BackOff: time.Duration(c.Failure.BackOff), BackOffMax: time.Duration(c.Failure.BackOffMax), Absent: time.Duration(c.Failure.Absent)},
		Fallback: strategies.FallbackOptions(c.Fallback),
	}
}

// defaultCache is the strategies' default options.
func defaultCache() Cache {
	o := strategies.DefaultOptions()
	return Cache{
		TTL: Length(o.TTL), Jitter: Jitter{length: o.Jitter},
		Stale: Length(o.Stale), Logical: o.Logical, Interval: Length(o.Interval),
		Beta: o.Beta, Smoothing: o.Smoothing, Ahead: o.Ahead, LoadTimeout: Length(o.LoadTimeout),
		Lock: Lock{
			TTL: Length(o.Lock.TTL), Poll: Length(o.Lock.Poll),
			Growth: o.Lock.Growth, PollMax: Length(o.Lock.PollMax), Recheck: Length(o.Lock.Recheck),
			Wait: Length(o.Lock.Wait), FallThrough: o.Lock.FallThrough, MaxHold: Length(o.Lock.MaxHold),
			AtomicPublish: o.Lock.AtomicPublish,
		},
		Lease:    Lease{Period: Length(o.Lease.Period)},
		Redlock:  Redlock{Timeout: Length(o.Redlock.Timeout), Drift: o.Redlock.Drift},
		Guard:    Guard(o.Guard),
		Failure:  Failure{BackOff: Length(o.Failure.BackOff), BackOffMax: Length(o.Failure.BackOffMax), Absent: Length(o.Failure.Absent)},
		Fallback: Fallback(o.Fallback),
	}
}
