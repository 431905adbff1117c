package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

// locks tells whether a strategy takes locks in Redis that are its work's alone.
func locks(c strategies.Choices) bool { return c.Lock || c.Redlock }

// A lock that gets its TTL a step later is one that a crash in between leaves
// behind for ever; so what counts is the instant at which it is taken.
var lockHasTTL = Invariant{
	Name:     "lock-has-ttl",
	Sentence: "a lock has a TTL from the instant it is taken",
	About:    func(c strategies.Choices) bool { return locks(c) || c.Lease || c.Scheduled },
	By:       func(c strategies.Choices) bool { return locks(c) || c.Lease || c.Scheduled },
	hears:    kindsOf(observe.LockAcquired),
	new: func(_ Run, _ *works, report report) observe.Sink {
		return sink(func(e *observe.Event) {
			if e.Kind == observe.LockAcquired && e.Took <= 0 {
				report(e, fmt.Sprintf("%s takes the lock of %s without a TTL: if it crashed now, the lock would stay for ever", who(e), key(e)))
			}
		})
	},
}
