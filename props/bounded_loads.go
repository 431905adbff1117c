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
	By:       func(c strategies.Choices) bool { return c.OriginGuard },
	new: func(r Run, report report) observe.Sink {
		limit := r.Options.Guard.Concurrent
		loading := make(map[int32]int) // by process
		return sink(func(e *observe.Event) {
			switch e.Kind {
			case observe.RecomputeStart:
				if loading[e.Process]++; loading[e.Process] > limit {
					report(e, fmt.Sprintf("%s recomputes %s, and its process %d keys in all; the limit is %d",
						who(e), key(e), loading[e.Process], limit))
				}
			case observe.RecomputeEnd, observe.RecomputeAbandoned:
				loading[e.Process]--
			}
		})
	},
}
