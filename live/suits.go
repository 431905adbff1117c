package live

import (
	"fmt"

	"stampede/internal/child"
	"stampede/model/fault"
	"stampede/model/scenario"
)

// unsuited is a row of the table of what a run cannot do on its servers, or with its
// processes where they are.
type unsuited struct {
	is       bool
	what     string
	accepted string
}

const (
	anyOwn   = Auto + ", " + AutoSentinel + " or " + AutoCluster
	withTwo  = AutoSentinel + " or " + AutoCluster
	realOnes = "processes of their own (--processes own)"
)

// suits reports the first thing in a configuration that this server, or these
// processes, cannot be used for.
func (s *server) suits(c Config) error {
	sc, own := c.Scenario, s.own != nil
	var rows []unsuited
	for _, f := range sc.Faults {
		onRedis := f.To.Class() == fault.Redis
		what := fmt.Sprintf("%v %v", f.Do, f.To)
		rows = append(rows,
			unsuited{onRedis && !own, what + ": that is not done to a server that the run has not started", anyOwn},
			unsuited{
				f.Do == fault.Isolate && own && (s.own.sentinels == nil || f.To.Who == fault.OneRedis && f.To.Index > 0),
				what + ": only the primary of a set with Sentinels can be isolated", "{do: isolate, to: primary} on " + AutoSentinel,
			},
			unsuited{f.Do == fault.Failover && own && s.own.single != nil, what + ": nothing can take over from one server", withTwo},
			unsuited{f.Do == fault.Crash && !onRedis && c.Worker == nil, what + ": a part of this process cannot crash alone", realOnes},
		)
	}
	v := sc.Redis.Servers
	rows = append(rows,
		unsuited{v != nil && v.Cluster && s.cluster == nil, "the scenario has a cluster", AutoCluster + " or the URL of a cluster"},
		unsuited{v != nil && !v.Cluster && v.Replicas > 0 && s.failover == nil, "the scenario has replicas", AutoSentinel + " or the URL of Sentinels"},
		unsuited{sc.Redis.Memory != nil && !own, "redis.memory is not set on a server that the run has not started", anyOwn},
		unsuited{c.Worker != nil && !child.CanFreeze, "this system cannot freeze a process", "processes within this one (--processes here)"},
		unsuited{
			c.Worker != nil && !hasName(c), fmt.Sprintf("a process of its own knows strategies by name, and %q is none that it knows", c.Strategy.Name),
			"a strategy of simulate list strategies, or a composition",
		},
	)
	rows = append(rows, s.unexpected(c)...)
	for _, r := range rows {
		if r.is {
			return &failure{ErrModelOnly, fmt.Sprintf("%s: %s; accepted is %s", s.shown, r.what, r.accepted)}
		}
	}
	return nil
}

// hasName tells whether a worker finds the strategy by its name.
func hasName(c Config) bool {
	p, err := scenario.Strategy(c.Strategy.Name).Preset()
	return err == nil && p.Choices == c.Strategy.Choices
}
