package scenario

import (
	"fmt"

	"stampede/model/workload"
)

// LiveProblems returns the parts of the scenario that a run in wall-clock time
// cannot do, each by its path: what befalls the fleet, the network and the
// servers is the model's, and so is an origin that changes or fails. The delays of
// network and Redis need no mention: a live run has real ones.
func (s Scenario) LiveProblems() []string {
	var all []string
	cannot := func(given bool, format string, args ...any) {
		if given {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	cannot(s.Start == Aged, "start %v", s.Start)
	cannot(s.Slots != 0, "slots")
	for _, p := range s.Parts() {
		cannot(p.Do != Read, "%s.do %v", p.Path, p.Do)
	}
	cannot(s.Writes != nil, "writes")
	for i, c := range s.Clients {
		cannot(c.Do == WriteValue, "clients[%d].do %v", i, c.Do)
	}
	cannot(s.Redis.Client != nil, "redis.client")
	cannot(s.Redis.Servers != nil, "redis.servers")
	o, standard := s.Origin, Defaults().Origin
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"contention", o.Contention != 0},
		{"limit", o.Limit != 0},
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
		cannot(true, "faults[%d] (%v)", i, f.Do)
	}
	cannot(s.Heal != nil, "heal")
	return all
}
