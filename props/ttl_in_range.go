package props

import (
	"fmt"
	"strings"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

var ttlInRange = Invariant{
	Name:     "ttl-in-range",
	Sentence: "an entry is written with a TTL of the declared range, which Redis accepts",
	By:       func(strategies.Choices) bool { return true },
	hears:    kindsOf(observe.Publish),
	new: func(r Run, works *works, report report) observe.Sink {
		least, most := r.Choices.Lifetimes(r.Options)
		return &lifetimes{works: works, report: report, least: least, most: most}
	},
}

type lifetimes struct {
	works       *works
	report      report
	least, most time.Duration
}

func (m *lifetimes) Observe(e *observe.Event) {
	if e.Kind == observe.Publish && e.Work != 0 && (e.Took < m.least || e.Took > m.most) {
		m.report(e, fmt.Sprintf("%s writes %s with a TTL of %v; declared is from %v to %v", who(e), key(e), e.Took, m.least, m.most))
	}
}

// ObserveWriteFailure reports a TTL that Redis has refused, at the step of the latest event.
func (m *lifetimes) ObserveWriteFailure(at time.Duration, w *observe.Work, err error) {
	if strings.Contains(err.Error(), "invalid expire") {
		e := observe.Event{At: at, Step: m.works.step, Work: w.ID, Process: w.Process, Key: w.Key, Generation: w.Generation}
		m.report(&e, fmt.Sprintf("%s writes %s with a TTL that Redis refuses: %v", who(&e), key(&e), err))
	}
}
