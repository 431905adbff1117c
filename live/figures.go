package live

import (
	"context"
	"fmt"
	"slices"

	"stampede/model/observe"
)

// elsewhere is a row of the table of the figures that the events of a run in
// wall-clock time do not tell. It is measured some other way, where it is; where it is
// not, there is none, and nothing can be expected of it. (That there are none of what a
// scenario must ask for, as of retries at the origin, is known: such a scenario is
// refused.)
type elsewhere struct {
	metric   string // by its name in an expectation
	measured func(*server) bool
	windows  bool // also of a part of the run
	why      string
	accepted string
	figure   func(*observe.RedisLoad) **uint64
}

var figuresElsewhere = []elsewhere{
	{
		metric: "redis.queue_max", measured: func(*server) bool { return false },
		why: "no server tells how many commands wait for it", accepted: "the modelled Redis",
		figure: func(r *observe.RedisLoad) **uint64 { return &r.QueueMax },
	},
	{
		metric: "redis.evictions", measured: (*server).isOurs,
		why: "a server tells how many keys had to go since it started, of all its clients", accepted: "the whole run, on miniredis, " + anyOwn,
		figure: func(r *observe.RedisLoad) **uint64 { return &r.Evictions },
	},
	{
		metric: "redis.failovers", measured: (*server).isOurs, windows: true,
		why: "only the servers that a run has started are asked who is the primary", accepted: "miniredis, " + anyOwn,
		figure: func(r *observe.RedisLoad) **uint64 { return &r.Failovers },
	},
}

// isOurs tells whether nobody but the run uses the server.
func (s *server) isOurs() bool { return s.own != nil || s.shown == Miniredis }

// unexpected returns what of the expectations cannot be told on this server.
func (s *server) unexpected(c Config) (rows []unsuited) {
	for _, l := range c.Scenario.Expect {
		for _, f := range figuresElsewhere {
			_, to := l.Window()
			told := f.measured(s) && (f.windows || to == 0)
			rows = append(rows, unsuited{
				slices.Contains(l.Metrics(), f.metric) && !told, fmt.Sprintf("expect %v: %s", l, f.why), f.accepted,
			})
		}
	}
	return rows
}

// Complete puts into a result what else was measured, and takes out of it what was
// not.
func (i *Info) Complete(r *observe.Result) {
	r.Monitor, r.ToldLate = i.Monitor, i.ToldLate
	if i.Server.Version != "" {
		r.Backend, r.Server, r.Left = i.Server.Version, &i.Server, &i.Left
	}
	r.Redis.Evictions = i.evictions
	for _, figure := range i.missing {
		*figure(&r.Redis) = nil
	}
}

// tellFigures asks the servers for what only they know, once the run is over.
func (s *server) tellFigures(ctx context.Context, m *memory, info *Info) {
	for _, f := range figuresElsewhere {
		if !f.measured(s) {
			info.missing = append(info.missing, f.figure)
		}
	}
	if s.isOurs() {
		info.evictions = m.evictions(ctx)
	}
}
