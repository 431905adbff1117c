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
	By:       func(c strategies.Choices) bool { return c.Fenced },
	Not:      dataLost,
	Ordered:  true,
	new: func(_ Run, works *works, report report) observe.Sink {
		numbers := make(map[uint64]uint64) // of the works that have taken a lock
		type written struct{ number, work uint64 }
		highest := make(map[int32]written)
		taken := uint64(0)
		return sink(func(e *observe.Event) {
			switch k := e.Kind; {
			case k == observe.LockAcquired && works.has(e.Work):
				taken++
				numbers[e.Work] = taken
			case k == observe.Publish && numbers[e.Work] > 0:
				h, n := highest[e.Key], numbers[e.Work]
				if n < h.number {
					report(e, fmt.Sprintf("%s overwrites the value of %s that work %d has written, which took the lock later", who(e), key(e), h.work))
					return
				}
				highest[e.Key] = written{n, e.Work}
			case over(k):
				delete(numbers, e.Work)
			}
		})
	},
}
