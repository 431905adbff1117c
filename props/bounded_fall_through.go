package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

var boundedFallThrough = Invariant{
	Name:        "bounded-fall-through",
	Sentence:    "who has no lock does not load, but for the declared number of those who give up waiting, in each process",
	About:       locks,
	By:          func(c strategies.Choices) bool { return locks(c) && !c.Fallback && !c.LastValue },
	NotByQuorum: wrongClock,
	hears:       kindsOf(observe.LockAcquired) | unlocks | loads | overs,
	new: func(r Run, works *works, report report) observe.Sink {
		allowed := 0
		if r.Choices.FallThrough {
			allowed = r.Options.Lock.FallThrough
		}
		return r.asOneLock(&fallThrough{
			allowed: allowed, works: works, report: report,
			locked: make(map[uint64]bool), falling: make(map[uint64]bool), count: make(map[int32]int),
		})
	},
}

// fallThrough watches the recomputes of those who have no lock.
type fallThrough struct {
	allowed int
	works   *works
	report  report
	locked  map[uint64]bool // works that have taken a lock
	falling map[uint64]bool // works that recompute without one
	count   map[int32]int   // of these, by process
}

func (m *fallThrough) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.LockAcquired && m.works.has(e.Work):
		m.locked[e.Work] = true
	case k == observe.RecomputeStart && !m.locked[e.Work]:
		m.falling[e.Work] = true
		m.count[e.Process]++
		if n := m.count[e.Process]; n > m.allowed {
			m.report(e, fmt.Sprintf("%s recomputes %s without a lock, one of %d in its process; declared are %d", who(e), key(e), n, m.allowed))
		}
	case k == observe.RecomputeEnd, k == observe.RecomputeAbandoned:
		if m.falling[e.Work] {
			delete(m.falling, e.Work)
			m.count[e.Process]--
		}
	case overs.has(k):
		delete(m.locked, e.Work)
	}
}
