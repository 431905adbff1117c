package props

import (
	"fmt"

	"stampede/model/observe"
)

var acyclic = Invariant{
	Name:     "acyclic",
	Sentence: "nobody waits, over others, for itself",
	About:    locks,
	By:       locks,
	Not:      takeovers,
	Ordered:  true,
	hears:    kindsOf(observe.ReadStart, observe.LockAcquired, observe.LockContended) | unlocks | overs,
	new: func(r Run, _ *works, report report) observe.Sink {
		return r.withItsParts(&waitsFor{report: report, parents: make(map[uint64]uint64), holders: make(map[uint64]int32)})
	},
}

// waitsFor watches nested reads: one that is part of a load, whose work waits for it.
type waitsFor struct {
	report  report
	parents map[uint64]uint64 // by nested read in progress: the work it is part of
	holders map[uint64]int32  // the works that hold a lock, and the key
}

func (m *waitsFor) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.ReadStart && e.Other != 0:
		m.parents[e.Work] = e.Other
	case k == observe.LockAcquired:
		m.holders[e.Work] = e.Key
	case unlocks.has(k):
		delete(m.holders, e.Other)
	case k == observe.LockContended:
		m.refused(e)
	case overs.has(k):
		delete(m.parents, e.Work)
	}
}

// refused follows the chain of those who wait for this read: if all locks that are
// held are theirs, it waits for one of them.
func (m *waitsFor) refused(e *observe.Event) {
	others := len(m.holders)
	var last uint64
	for w := m.parents[e.Work]; w != 0; w = m.parents[w] {
		if _, holds := m.holders[w]; holds {
			others--
			last = w
		}
	}
	if last != 0 && others == 0 {
		m.report(e, fmt.Sprintf("%s waits for a lock that work %d holds, which waits for it", who(e), last))
	}
}
