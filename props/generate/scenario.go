package generate

import (
	"time"

	"stampede/model/scenario"
	"stampede/model/workload"
)

// Scenario draws a small scenario: a few clients and keys, a few expiries, any
// relation between the load time, the TTLs and the network.
func Scenario(s Source) scenario.Scenario {
	sc := scenario.Defaults()
	sc.Version, sc.Name, sc.About = scenario.Version, "drawn", "A drawn scenario."
	sc.Keys = s.Int("keys", 1, 2)
	sc.Processes = s.Int("processes", 1, 3)
	sc.Arrivals.Closed = &scenario.Closed{
		Workers: s.Int("workers", 1, 8),
		Think:   drawn(s, "think time", 1, 5, 20),
	}
	sc.Network.Request = drawn(s, "request leg", 0, 1, 5)
	sc.Network.Reply = drawn(s, "reply leg", 0, 1, 5)
	// Something must take time, or a worker reads for ever at one instant.
	sc.Redis.Service = workload.Constant(oneOf(s, "service", 10*time.Microsecond, 100*time.Microsecond))
	sc.Origin.Recompute = drawn(s, "recompute", 10, 20, 50, 100)
	sc.Origin.Connections = s.Int("connections", 0, 2)
	sc.Cache.TTL = lengths(s, "TTL", 100, 50, 20, 200)
	sc.Cache.Lock.TTL = lengths(s, "lock TTL", 1000, 100, 50, 20)
	sc.Cache.Lock.Poll = lengths(s, "poll", 10, 5, 20)
	sc.Cache.Lock.AtomicPublish = yes(s, "atomic publish")
	sc.Duration = lengths(s, "duration", 100, 200, 400)
	sc.Bucket = scenario.Length(10 * time.Millisecond)
	return sc
}

// Salt draws the order of what happens at one instant; 0, the usual one, is the
// dullest.
func Salt(s Source) uint64 { return uint64(s.Int("salt", 0, 3)) }

// lengths chooses one of some milliseconds.
func lengths(s Source, label string, ms ...int) scenario.Length {
	return scenario.Length(time.Duration(oneOf(s, label, ms...)) * time.Millisecond)
}

// drawn chooses one of some milliseconds, always the same or varying around it.
func drawn(s Source, label string, ms ...int) workload.Duration {
	var values []workload.Duration
	for _, v := range ms {
		mean := time.Duration(v) * time.Millisecond
		values = append(values, workload.Constant(mean))
		if mean > 0 {
			values = append(values, workload.Exponential(mean))
		}
	}
	return oneOf(s, label, values...)
}
