package props

import (
	"fmt"

	"stampede/model/observe"
)

// A lock belongs to the acquisition that created it, not to whoever knows its
// token: the server, which saw both, says whose it was.
var noForeignDelete = Invariant{
	Name:     "no-foreign-delete",
	Sentence: "a lock is deleted only by the acquisition that created it",
	By:       locks,
	new: func(_ Run, report report) observe.Sink {
		return sink(func(e *observe.Event) {
			if e.Kind == observe.LockForeignDelete {
				report(e, fmt.Sprintf("%s deleted the lock of %s, which work %d holds", who(e), key(e), e.Other))
			}
		})
	},
}
