package props

import (
	"fmt"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var lockLoad = Invariant{
	Name:     "lock-load",
	Sentence: "a reader that waits asks for the lock no more often than the declared poll: N waiters ask N times in each",
	About:    locks,
	By:       func(c strategies.Choices) bool { return c.Lock && !c.Backoff && !c.Notify },
	Given:    func(r Run) bool { return r.Timeout == 0 },
	Needs:    "commands to Redis without a time-out, after which they are sent again",
	Not:      append([]fault.Kind{drift}, inDoubt...),
	Ordered:  true,
	hears:    kindsOf(observe.LockAcquired, observe.LockContended) | overs,
	new: func(r Run, works *works, report report) observe.Sink {
		return &asking{works: works, poll: r.Options.Lock.Poll, report: report, last: make(map[uint64]time.Duration)}
	},
}

// asking watches how often works ask for a lock.
type asking struct {
	works  *works
	poll   time.Duration
	report report
	last   map[uint64]time.Duration // by work that waits: when it was refused
}

func (m *asking) Observe(e *observe.Event) {
	switch {
	case e.Kind == observe.LockContended && m.works.has(e.Work):
		if last, again := m.last[e.Work]; again && e.At-last < m.poll {
			m.report(e, fmt.Sprintf("%s asks for the lock of %s again after %v; the declared poll is %v", who(e), key(e), e.At-last, m.poll))
		}
		m.last[e.Work] = e.At
	case e.Kind == observe.LockAcquired, overs.has(e.Kind):
		delete(m.last, e.Work)
	}
}
