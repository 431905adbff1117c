package scenario

import (
	"fmt"
	"time"
)

// Warnings names, in a sentence each, what in a valid scenario is a risk in
// production or makes a run say little.
func (s Scenario) Warnings() []string {
	var warnings []string
	warn := func(risky bool, format string, args ...any) {
		if risky {
			warnings = append(warnings, fmt.Sprintf(format, args...))
		}
	}
	c, load := s.Cache, Length(s.Origin.Recompute.Mean())
	warn(c.Lock.TTL <= load, "cache.lock.ttl %v does not exceed the mean recompute time %v: a second holder will be let in during a load", c.Lock.TTL, load)
	warn(c.TTL <= load, "cache.ttl %v does not exceed the mean recompute time %v: an entry lives no longer than it takes to load", c.TTL, load)
	warn(c.Lock.Wait < load, "cache.lock.wait %v is below the mean recompute time %v: readers will give up before the load that they wait for ends", c.Lock.Wait, load)
	warn(c.Lock.Poll > c.Lock.Wait, "cache.lock.poll %v exceeds cache.lock.wait %v: a waiting reader will look once and give up", c.Lock.Poll, c.Lock.Wait)
	warn(time.Duration(c.Lock.Poll) < time.Microsecond, "cache.lock.poll %v is below a microsecond: the polling alone will saturate Redis", c.Lock.Poll)
	for _, p := range s.Parts() {
		if p.Closed != nil {
			warn(p.Closed.Workers < s.Processes, "%s.closed.workers %d is below processes %d: some processes will have nothing to do", p.Path, p.Closed.Workers, s.Processes)
		}
	}
	return warnings
}
