package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

var valuesInOrder = Invariant{
	Name:     "values-in-order",
	Sentence: "a holder that has lost its lock does not overwrite the value of a later one",
	About:    locks,
	By:       func(c strategies.Choices) bool { return c.Fenced && !c.FallThrough },
	Not:      dataLost,
	Ordered:  true,
	hears:    kindsOf(observe.LockAcquired, observe.Publish) | overs,
	new: func(_ Run, works *works, report report) observe.Sink {
		return &sequence{works: works, report: report, numbers: make(map[uint64]uint64), highest: make(map[int32]writer)}
	},
}

// sequence numbers the locks as they are taken, and watches the values that are
// written under them.
type sequence struct {
	works   *works
	report  report
	taken   uint64
	numbers map[uint64]uint64 // by work in progress that has taken a lock
	highest map[int32]writer
}

type writer struct{ number, work uint64 }

func (m *sequence) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.LockAcquired && m.works.has(e.Work):
		m.taken++
		m.numbers[e.Work] = m.taken
	case k == observe.Publish && m.numbers[e.Work] > 0:
		h, n := m.highest[e.Key], m.numbers[e.Work]
		if n < h.number {
			m.report(e, fmt.Sprintf("%s overwrites the value of %s that work %d has written, which took the lock later", who(e), key(e), h.work))
			return
		}
		m.highest[e.Key] = writer{n, e.Work}
	case overs.has(k):
		delete(m.numbers, e.Work)
	}
}
