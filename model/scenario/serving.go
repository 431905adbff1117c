package scenario

import (
	"time"

	"stampede/model/fault"
	"stampede/model/workload"
)

// Serving returns the most time, as good as always, that works in progress take to
// end once all faults are over and no more reads come: as if each had to wait for
// all others, whatever the strategy. It is what no read that ends at all exceeds,
// and finite, which is the point of it.
func (s Scenario) Serving(works int) time.Duration {
	// Each may be a read and a job, whose loads may be nested reads.
	n := 4 * works
	return min(longest, times(s.waiting(works), n)+s.loading(n*(1+s.Origin.Client.Retries)))
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
	command := Most(s.Network.Request) + Most(s.Network.Reply) + times(Most(s.Redis.Service), works)
	if c := s.Redis.Client; c != nil {
		command += times(time.Duration(c.Timeout), c.Retries+1)
	}
	o := s.Options()
	pause := max(o.Lock.Poll, o.Lock.PollMax, o.Lock.Recheck)
	retries := times(Most(s.Origin.Client.Backoff), s.Origin.Client.Retries)
	return min(longest, o.Lock.Wait+pause+times(command+o.Redlock.Timeout, commandsMost)+retries)
}

// loading is how long so many loads take one after the other. A sum of n
// exponential draws is less than 2n+28 means, but in one of a billion cases.
func (s Scenario) loading(loads int) time.Duration {
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
	each += times(each, loads) / 100 * time.Duration(s.Origin.Contention+0.5)
	if varies(d) {
		loads = 2*loads + 28
	}
	return times(min(each, longest), loads)
}

// Most is what a draw exceeds in one of a billion cases, or never.
func Most(d workload.Duration) time.Duration {
	if varies(d) {
		return 20 * d.Mean()
	}
	return d.Mean()
}

func varies(d workload.Duration) bool { return d.String() != workload.Constant(d.Mean()).String() }
