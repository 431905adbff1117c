package generate

import (
	"slices"
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
	if slices.ContainsFunc(sc.Faults, func(f scenario.Fault) bool { return f.Do == fault.Lag }) {
		readReplicas(s, &sc)
	}
	works := worksMost(&sc, choices)
	servers(s, &sc.Redis, sc.Faults)
	for i := range sc.Faults {
		prepare(s, &sc, &sc.Faults[i])
	}
	sc.Drain = scenario.Length(sc.Serving(works))
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

// readReplicas draws the read replicas of the origin, which can lag only behind a
// write.
func readReplicas(s Source, sc *scenario.Scenario) {
	sc.Origin.Replicas = s.Int("read replicas", 1, 2)
	sc.Clients = append(sc.Clients, scenario.Client{
		Name: "W", At: lengths(s, "writes at", 30, 20, 60), Every: lengths(s, "writes every", 0, 30, 30), Do: scenario.WriteValue, Key: 1,
	})
	if sc.Writes == nil {
		sc.Writes = &scenario.Writes{Then: scenario.Invalidate}
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

// waitMost is the longest queue before the origin that a drawn run waits for.
const waitMost = 5 * time.Minute

// worksMost is how much may be in progress at the end of the run. Loads that nobody
// waits for may pile up only where that does not take too long.
func worksMost(sc *scenario.Scenario, c strategies.Choices) int {
	together, all := readsMost(sc)
	if o := &sc.Origin; o.Connections > 0 && leavesLoads(sc, c) {
		if time.Duration(all)*o.Recompute.Mean() > waitMost {
			o.Connections = 0
		} else {
			together = all
		}
	}
	return together
}

// readsMost is how many reads may be in progress at one time, and how many there
// may be at all, as good as always.
func readsMost(sc *scenario.Scenario) (together, all int) {
	for _, c := range sc.Clients {
		times, _ := c.Ends(time.Duration(sc.Duration))
		together, all = together+times, all+times
	}
	if w := sc.Arrivals.Closed; w != nil {
		together += w.Workers
		all += w.Workers * (20 + 2*int(time.Duration(sc.Duration)/w.Think.Mean()))
	}
	if p := sc.Arrivals.Poisson; p != nil {
		n := 20 + int(2*float64(p.Rate)*time.Duration(sc.Duration).Seconds())
		together, all = together+n, all+n
	}
	return together, all
}

// leavesLoads tells whether reads may end before the loads that they began.
func leavesLoads(sc *scenario.Scenario, c strategies.Choices) bool {
	leaves := slices.ContainsFunc(sc.Clients, func(c scenario.Client) bool { return c.Cancel > 0 })
	crashes := slices.ContainsFunc(sc.Faults, func(f scenario.Fault) bool { return f.Do == fault.Crash })
	return leaves || crashes || sc.Origin.Client.Timeout > 0 || c.Watchdog ||
		c.SWR && !c.Lock && !c.Lease && !c.Redlock && !c.Singleflight
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
