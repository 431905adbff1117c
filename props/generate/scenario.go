package generate

import (
	"time"

	"stampede/model/fault"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/strategies"
)

// scenarioWith draws a small scenario: a few clients and keys, a few expiries, any
// relation between the load time, the TTLs and the network, and faults of some
// kinds.
func scenarioWith(s Source, choices strategies.Choices, kinds []fault.Kind) scenario.Scenario {
	sc := scenario.Defaults()
	sc.Version, sc.Name, sc.About = scenario.Version, "drawn", "A drawn scenario."
	sc.Start = oneOf(s, "start", scenario.Cold, scenario.Warm, scenario.Aged, scenario.Cold)
	sc.Network.Request, sc.Network.Reply = leg(s, "request leg"), leg(s, "reply leg")
	// Something must take time, or a worker reads for ever at one instant.
	sc.Redis.Service = workload.Constant(oneOf(s, "service", 10*time.Microsecond, 100*time.Microsecond))
	sc.Bucket = scenario.Length(10 * time.Millisecond)
	traffic(s, &sc)
	sc.Processes = s.Int("processes", 1, 3)
	sc.Slots = s.Int("slots", 0, 3)
	origin(s, &sc)
	cache(s, &sc.Cache)
	sc.Faults = faults(s, kinds, sc.Processes)
	for i := range sc.Faults {
		prepare(s, &sc, &sc.Faults[i])
	}
	servers(s, &sc.Redis, sc.Faults)
	sc.Drain = scenario.Length(sc.Serving(worksMost(sc, choices)))
	return sc
}

func origin(s Source, sc *scenario.Scenario) {
	o := &sc.Origin
	o.Recompute = drawn(s, "recompute", 10, 100, 300, 1000)
	o.Connections = s.Int("connections", 0, 2)
	o.Absent = oneOf(s, "absent", 0, 1, 0, 0)
	o.Client.Timeout = lengths(s, "load time-out", 0, 60, 0, 0)
	o.Client.Retries = s.Int("load retries", 0, 1)
	o.CancelLate = yes(s, "cancel late loads")
	if o.Nested = oneOf(s, "nested", false, false, false, true); o.Nested {
		sc.Keys = max(sc.Keys, 2) // the one key's load reads the other
	}
}

func cache(s Source, c *scenario.Cache) {
	c.TTL = lengths(s, "TTL", 100, 20, 50, 200)
	if yes(s, "jitter") {
		_ = c.Jitter.UnmarshalText([]byte("50%"))
	}
	c.Stale = lengths(s, "stale", 0, 10, 50)
	c.Beta = oneOf(s, "beta", 1.0, 3, 0.5)
	l := &c.Lock
	l.TTL = lengths(s, "lock TTL", 1000, 50, 200, 100, 200, 100, 20)
	l.Poll = lengths(s, "poll", 10, 5, 20)
	l.Wait = lengths(s, "wait", 2000, 50, 100, 20, 2000)
	l.Recheck = lengths(s, "recheck", 100, 20)
	l.MaxHold = lengths(s, "hold limit", 60_000, 100, 60_000, 60_000)
	l.AtomicPublish = yes(s, "atomic publish")
	c.Lease.Period = lengths(s, "lease period", 100, 20, 50)
	c.Failure.BackOff = lengths(s, "back-off", 20, 50)
	c.Failure.BackOffMax = max(c.Failure.BackOff, lengths(s, "longest back-off", 20, 100))
	c.Failure.Absent = lengths(s, "absences", 20, 10)
}

// worksMost is how many works may be in progress at the end of a drawn scenario, as
// good as always: all reads there were, of those that come by chance; or a worker
// each, unless each read may leave a refresh behind.
func worksMost(sc scenario.Scenario, c strategies.Choices) int {
	works := 20 * len(sc.Clients)
	if w := sc.Arrivals.Closed; w != nil {
		each := 1
		if c.SWR && !c.Lock && !c.Lease && !c.Redlock && !c.Singleflight {
			each += 20 + 2*int(time.Duration(sc.Duration)/w.Think.Mean())
		}
		works += each * w.Workers
	}
	if p := sc.Arrivals.Poisson; p != nil {
		works += 20 + int(2*float64(p.Rate)*time.Duration(sc.Duration).Seconds())
	}
	return works
}

// leg draws how long a message takes: mostly nothing, or always the same.
func leg(s Source, label string) workload.Duration {
	const ms = time.Millisecond
	return oneOf(s, label, workload.Duration{}, workload.Constant(5*ms), workload.Exponential(ms),
		workload.Constant(ms), workload.Constant(ms/10), workload.Duration{}, workload.Constant(ms), workload.Exponential(5*ms))
}

// lengths chooses one of some milliseconds.
func lengths(s Source, label string, ms ...int) scenario.Length {
	return scenario.Length(time.Duration(oneOf(s, label, ms...)) * time.Millisecond)
}

// drawn chooses one of some milliseconds, always the same or varying around it.
func drawn(s Source, label string, ms ...int) workload.Duration {
	var same, varying []workload.Duration
	for _, v := range ms {
		mean := time.Duration(v) * time.Millisecond
		same = append(same, workload.Constant(mean))
		if mean > 0 {
			varying = append(varying, workload.Exponential(mean))
		}
	}
	return oneOf(s, label, append(same, varying...)...)
}
