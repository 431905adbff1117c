package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// Two draws from a range of milliseconds, in nanoseconds, are never the same: that
// two TTLs are is no chance. So this needs no statistics.
var expiriesSpread = Invariant{
	Name:     "expiries-spread",
	Sentence: "entries that are written together do not expire together: no two of them in a row have the same TTL",
	About:    func(c strategies.Choices) bool { return c.Jitter },
	By:       func(c strategies.Choices) bool { return c.Jitter },
	Given: func(r Run) bool {
		least, most := r.Choices.Lifetimes(r.Options)
		return most-least >= time.Millisecond
	},
	Needs: "a jitter of 1 ms at least",
	hears: kindsOf(observe.Publish),
	new:   func(_ Run, _ *works, report report) observe.Sink { return &spread{report: report} },
}

// spread compares each entry that is written with the one before.
type spread struct {
	report report
	last   observe.Event
}

func (m *spread) Observe(e *observe.Event) {
	if e.Kind != observe.Publish || e.Work == 0 {
		return
	}
	if m.last.Took == e.Took && m.last.Work != e.Work {
		m.report(e, fmt.Sprintf("%s writes %s with a TTL of %v, as work %d has written %s", who(e), key(e), e.Took, m.last.Work, key(&m.last)))
	}
	m.last = *e
}
