package props

import (
	"fmt"

	"stampede/model/observe"
)

// A lock belongs to the acquisition that created it, not to whoever knows its
// token: the server, which saw both, says whose it was.
var noForeignDelete = Invariant{
	Name:     "no-foreign-delete",
	Sentence: "a lock is deleted or extended only by the acquisition that created it",
	About:    locks,
	By:       locks,
	hears:    kindsOf(observe.JobStart, observe.LockForeignDelete, observe.LockExtended) | overs,
	new: func(_ Run, works *works, report report) observe.Sink {
		return &deletions{works: works, report: report, starters: make(map[uint64]uint64)}
	},
}

// deletions watches who deletes and extends whose lock.
type deletions struct {
	works    *works
	report   report
	starters map[uint64]uint64 // by job in progress: whose work it does
}

func (m *deletions) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.JobStart:
		m.starters[e.Work] = e.Other
	case k == observe.LockForeignDelete:
		holder := fmt.Sprintf("work %d holds", e.Other)
		if e.Other == 0 { // a live run does not always know
			holder = "it has not taken"
		}
		m.report(e, fmt.Sprintf("%s deleted the lock of %s, which %s", who(e), key(e), holder))
	case k == observe.LockExtended && m.works.has(e.Work):
		if e.Other != 0 && e.Other != e.Work && !m.startedBy(e.Work, e.Other) {
			m.report(e, fmt.Sprintf("%s extended the lock of %s, which work %d holds", who(e), key(e), e.Other))
		}
	case overs.has(k):
		delete(m.starters, e.Work)
	}
}

// startedBy tells whether a job does the work of another, if over others.
func (m *deletions) startedBy(job, work uint64) bool {
	for w := m.starters[job]; w != 0; w = m.starters[w] {
		if w == work {
			return true
		}
	}
	return false
}
