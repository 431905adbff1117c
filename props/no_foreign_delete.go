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
	new: func(_ Run, works *works, report report) observe.Sink {
		starters := make(map[uint64]uint64) // by job in progress: whose work it does
		return sink(func(e *observe.Event) {
			switch k := e.Kind; {
			case k == observe.JobStart:
				starters[e.Work] = e.Other
			case k == observe.LockForeignDelete:
				report(e, fmt.Sprintf("%s deleted the lock of %s, which work %d holds", who(e), key(e), e.Other))
			case k == observe.LockExtended && works.has(e.Work):
				if e.Other != 0 && e.Other != e.Work && !startedBy(starters, e.Work, e.Other) {
					report(e, fmt.Sprintf("%s extended the lock of %s, which work %d holds", who(e), key(e), e.Other))
				}
			case over(k):
				delete(starters, e.Work)
			}
		})
	},
}

// startedBy tells whether a job does the work of another, if over others.
func startedBy(starters map[uint64]uint64, job, work uint64) bool {
	for w := starters[job]; w != 0; w = starters[w] {
		if w == work {
			return true
		}
	}
	return false
}
