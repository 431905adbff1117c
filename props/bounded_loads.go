package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

// The last line before the origin: it holds whoever asks, and for whatever keys.
var boundedLoads = Invariant{
	Name:     "bounded-loads",
	Sentence: "a process has no more loads in progress at one time than the origin guard's limit",
	About:    func(c strategies.Choices) bool { return c.OriginGuard },
	By:       func(c strategies.Choices) bool { return c.OriginGuard },
	hears:    loads,
	new: func(r Run, _ *works, report report) observe.Sink {
		return &guarded{limit: r.Options.Guard.Concurrent, report: report, loading: make(map[int32]int)}
	},
}

// guarded watches how many loads each process has in progress.
type guarded struct {
	limit   int
	report  report
	loading map[int32]int // by process
}

func (m *guarded) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.RecomputeStart:
		if m.loading[e.Process]++; m.loading[e.Process] > m.limit {
			m.report(e, fmt.Sprintf("%s recomputes %s, and its process %d keys in all; the limit is %d",
				who(e), key(e), m.loading[e.Process], m.limit))
		}
	case observe.RecomputeEnd, observe.RecomputeAbandoned:
		m.loading[e.Process]--
	}
}
