package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// Cache-aside cannot promise it: its read and its write are two steps. A lease
// makes the token of the first worthless.
var noOldAfterInvalidation = Invariant{
	Name:     "no-old-after-invalidation",
	Sentence: "what was read from the origin before an invalidation is not written to the cache after it",
	By:       func(c strategies.Choices) bool { return c.Lease && !c.FallThrough },
	Not:      takeovers,
	Ordered:  true,
	hears:    kindsOf(observe.OriginStart, observe.Invalidate, observe.Publish) | overs,
	new: func(_ Run, works *works, report report) observe.Sink {
		return &invalidations{works: works, report: report, read: make(map[uint64]time.Duration), voided: make(map[int32]observe.Event)}
	},
}

// invalidations watches what is written to each key after the last one.
type invalidations struct {
	works  *works
	report report
	read   map[uint64]time.Duration // by work in progress: when the origin began to read
	voided map[int32]observe.Event
}

func (m *invalidations) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.OriginStart && m.works.has(e.Work):
		m.read[e.Work] = e.At
	case k == observe.Invalidate:
		m.voided[e.Key] = *e
	case k == observe.Publish:
		at, loaded := m.read[e.Work]
		if v, ok := m.voided[e.Key]; ok && loaded && at < v.At {
			m.report(e, fmt.Sprintf("%s writes what the origin read for it at %v, though work %d has invalidated %s at %v",
				who(e), at, v.Work, key(e), v.At))
		}
	case overs.has(k):
		delete(m.read, e.Work)
	}
}
