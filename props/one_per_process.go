package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

// P processes then have at most P recomputes of a key at one time. Over a whole
// episode there may be more: who looked before the flight landed may begin the
// next one.
var onePerProcess = Invariant{
	Name:     "one-per-process",
	Sentence: "a process has one recompute of a key at a time: P processes have at most P",
	By: func(c strategies.Choices) bool {
		return c.Singleflight && !c.FallThrough && !c.Fallback && !c.XFetch && !c.RefreshAhead && !c.Scheduled
	},
	hears: loads,
	new: func(_ Run, _ *works, report report) observe.Sink {
		return &flights{report: report, loading: make(map[place]uint64)}
	},
}

// flights watches who loads a key in each process.
type flights struct {
	report  report
	loading map[place]uint64
}

type place struct{ process, key int32 }

func (m *flights) Observe(e *observe.Event) {
	p := place{e.Process, e.Key}
	switch e.Kind {
	case observe.RecomputeStart:
		if by := m.loading[p]; by != 0 {
			m.report(e, fmt.Sprintf("%s recomputes %s while work %d of its process does", who(e), key(e), by))
		}
		m.loading[p] = e.Work
	case observe.RecomputeEnd, observe.RecomputeAbandoned:
		if m.loading[p] == e.Work {
			delete(m.loading, p)
		}
	}
}
