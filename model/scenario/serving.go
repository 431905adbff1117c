package scenario

import (
	"time"

	"stampede/model/fault"
	"stampede/model/workload"
)

// Serving returns the most time, as good as always, that works in progress take to
// end once all faults are over and no more reads come, whatever the strategy. It is
// generous, and finite, which is the point of it. Works are reads, jobs, and loads
// that the origin has still to do, even if nobody waits for them.
func (s Scenario) Serving(works int) time.Duration {
	// Each may be a read and a job, whose loads may be nested reads.
	n, attempts := 4*works, 1+s.Origin.Client.Retries
	one := s.waiting(works) + s.loading(n, 2*attempts)
	if s.Slots == 0 {
		one = times(one, 4) // all wait at the same time
	} else {
		one = times(one, n) // one after the other
	}
	if s.Origin.Connections > 0 {
		one += s.loading(n, n*attempts)
	}
	return min(longest, one)
}

// longest keeps sums of products from overflowing.
const longest = time.Duration(1 << 60)

func times(d time.Duration, n int) time.Duration {
	if n > 0 && d > longest/time.Duration(n) {
		return longest
	}
	return d * time.Duration(n)
}

// commandsMost is how many commands a work has one after the other, besides those
// of waiting.
const commandsMost = 30

// waiting is how long a work waits for locks and for Redis, which has a command of
// each of the others to execute before.
func (s Scenario) waiting(works int) time.Duration {
	command := 2*s.Network.LongestLeg() + times(Most(s.Redis.Service), works)
	if c := s.Redis.Client; c != nil {
		command += times(time.Duration(c.Timeout), c.Retries+1)
	}
	o := s.Options()
	pause := max(o.Lock.Poll, o.Lock.PollMax, o.Lock.Recheck) + Most(s.Oversleep)
	retries := times(Most(s.Origin.Client.Backoff), s.Origin.Client.Retries)
	return min(longest, o.Lock.Wait+pause+times(command+o.Redlock.Timeout, commandsMost)+retries)
}

// loading is how long so many loads take one after the other, of which some are at
// work together. A sum of n exponential draws is less than 2n+28 means, but in one
// of a billion cases.
func (s Scenario) loading(together, loads int) time.Duration {
	d := s.Origin.Recompute
	each := d.Mean()
	for _, c := range s.Clients {
		each = max(each, time.Duration(c.Load))
	}
	for _, f := range s.Faults {
		if f.Do == fault.Slow && f.Factor > 1 {
			each = times(each, int(f.Factor)+1)
		}
	}
	each += times(each, together) / 100 * time.Duration(s.Origin.Contention+0.5)
	if d.Varies() {
		loads = 2*loads + 28
	}
	return times(min(each, longest), loads)
}

// Most is what a draw exceeds in one of a billion cases, or never.
func Most(d workload.Duration) time.Duration {
	if d.Varies() {
		return 20 * d.Mean()
	}
	return d.Mean()
}
