package scenario

import (
	"fmt"

	"stampede/model/fault"
	"stampede/model/workload"
)

// LiveProblems returns the parts of the scenario that a run in wall-clock time
// cannot do, each by its path. The delays of network and Redis need no mention, nor
// does how long processes oversleep: a live run has real ones.
func (s Scenario) LiveProblems() []string {
	var all []string
	cannot := func(given bool, format string, args ...any) {
		if given {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	cannot(s.Start == Aged, "start %v", s.Start)
	cannot(s.Slots != 0, "slots")
	cannot(s.Network.Links != nil, "network.links")
	if c := s.Redis.Client; c != nil {
		cannot(c.ReadFrom != 0, "redis.client.read-from")
		cannot(c.HashOnly, "redis.client.hash-only")
	}
	if m := s.Redis.Memory; m != nil {
		cannot(m.Keys != 0, "redis.memory.keys")
		cannot(m.Exact, "redis.memory.exact")
	}
	o, standard := s.Origin, Defaults().Origin
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"contention", o.Contention != 0},
		{"limit", o.Limit != 0},
		{"replicas", o.Replicas != 1},
		{"lag", o.Lag.String() != (workload.Duration{}).String()},
		{"cancel-late", o.CancelLate},
		{"absent", o.Absent != 0},
		{"nested", o.Nested},
		{"client.timeout", o.Client.Timeout != standard.Client.Timeout},
		{"client.retries", o.Client.Retries != 0},
		{"client.admit", o.Client.Admit != 0},
	} {
		cannot(f.given, "origin.%s", f.name)
	}
	for i, f := range s.Faults {
		cannot(!f.live(), "faults[%d] (%v %v)", i, f.Do, f.To)
	}
	return all
}

// live tells whether the fault can befall real processes and servers.
func (f Fault) live() bool {
	if f.To.Who == fault.LockServer || f.Server != 0 {
		return false
	}
	switch f.Do {
	case fault.Partition:
		return f.To.Class() == fault.Processes
	case fault.Crash, fault.Pause, fault.Delay, fault.Drop, fault.Failover, fault.Isolate, fault.Squeeze, fault.ScriptFlush,
		fault.Slow, fault.Fail, fault.Outage:
		return true
	case fault.ClientPause:
		return f.Upon != fault.Hold || f.For.Mean() > 0 // it must be told how long
	case fault.ShiftClock:
		return f.To.Class() == fault.Processes
	case fault.Flush:
		return f.Share == 0
	}
	return false
}
