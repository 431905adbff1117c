package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

// The figures add up if each read ends once: reads = hits + misses + stale +
// errors + crashed.
var oneAnswer = Invariant{
	Name:     "one-answer",
	Sentence: "a read ends once, as a hit, a miss, stale, an error, or with the crash of its process",
	By:       func(strategies.Choices) bool { return true },
	hears:    kindsOf(observe.ReadEnd, observe.ReadCrashed),
	new: func(_ Run, works *works, report report) observe.Sink {
		return sink(func(e *observe.Event) {
			switch e.Kind {
			case observe.ReadEnd, observe.ReadCrashed:
				if !works.has(e.Work) || e.Kind == observe.ReadEnd && (e.Class < observe.Hit || e.Class > observe.Error) {
					report(e, fmt.Sprintf("%s ends its read of %s in a way that is none, or once more", who(e), key(e)))
				}
			}
		})
	},
}

var readsAnswered = Invariant{
	Name:     "reads-answered",
	Sentence: "a read that does not fail has a value",
	By:       func(strategies.Choices) bool { return true },
	hears:    kindsOf(observe.ReadEnd),
	new:      func(_ Run, works *works, report report) observe.Sink { return &unanswered{works, report} },
}

type unanswered struct {
	works  *works
	report report
}

func (m *unanswered) Observe(e *observe.Event) {
	if e.Kind != observe.ReadEnd {
		return
	}
	if a, ok := m.works.answerOf(e); ok && a.Err == nil && len(a.Value.Data) == 0 {
		m.report(e, fmt.Sprintf("%s is answered with neither a value of %s nor an error", who(e), key(e)))
	}
}
