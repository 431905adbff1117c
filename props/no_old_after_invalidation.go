package props

import (
	"fmt"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

// Cache-aside cannot promise it: its read and its write are two steps. A lease
// makes the token of the first worthless.
var noOldAfterInvalidation = Invariant{
	Name:     "no-old-after-invalidation",
	Sentence: "what was read from the origin before an invalidation is not written to the cache after it",
	By:       func(c strategies.Choices) bool { return c.Lease },
	Not:      []fault.Kind{failover, isolation, isolate},
	Ordered:  true,
	new: func(_ Run, works *works, report report) observe.Sink {
		read := make(map[uint64]time.Duration) // by work in progress: when the origin began to read
		voided := make(map[int32]observe.Event)
		return sink(func(e *observe.Event) {
			switch k := e.Kind; {
			case k == observe.OriginStart && works.has(e.Work):
				read[e.Work] = e.At
			case k == observe.Invalidate:
				voided[e.Key] = *e
			case k == observe.Publish:
				at, loaded := read[e.Work]
				if v, ok := voided[e.Key]; ok && loaded && at < v.At {
					report(e, fmt.Sprintf("%s writes what the origin read for it at %v, though work %d has invalidated %s at %v",
						who(e), at, v.Work, key(e), v.At))
				}
			case over(k):
				delete(read, e.Work)
			}
		})
	},
}
