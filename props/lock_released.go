package props

import (
	"fmt"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var lockReleased = Invariant{
	Name: "lock-released",
	Sentence: "a lock is released before the work that took it ends, or if that crashes by its TTL; nobody is refused " +
		"a lock that no one holds, and none is renewed beyond the hold limit",
	// A Redlock asks each server within a time-out.
	About:   locks,
	By:      func(c strategies.Choices) bool { return c.Lock },
	Given:   func(r Run) bool { return r.Timeout == 0 },
	Needs:   "commands to Redis without a time-out",
	Not:     inDoubt,
	Excused: []fault.Kind{crash},
	Excuse:  "by the TTL of a lock whose holder has crashed",
	Ordered: true,
	hears:   kindsOf(observe.LockAcquired, observe.LockContended, observe.LockExtended, observe.ReadEnd, observe.JobEnd) | unlocks,
	new: func(r Run, works *works, report report) observe.Sink {
		return &releases{run: r, works: works, report: report, held: make(map[uint64]heldLock)}
	},
}

// releases watches who holds which lock.
type releases struct {
	run    Run
	works  *works
	report report
	held   map[uint64]heldLock // by the work that took it
}

type heldLock struct {
	key   int32
	since time.Duration
	told  bool
}

func (m *releases) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.LockAcquired:
		m.held[e.Work] = heldLock{key: e.Key, since: e.At}
	case unlocks.has(k):
		delete(m.held, e.Other)
	case k == observe.LockContended:
		if len(m.held) == 0 {
			m.report(e, fmt.Sprintf("%s is refused the lock of %s, which nobody holds", who(e), key(e)))
		}
	case k == observe.LockExtended:
		m.extended(e)
	case k == observe.ReadEnd, k == observe.JobEnd:
		m.end(e)
	}
}

// end checks a work that is done. A reader that gave up may have left before the
// reply to its request for the lock.
func (m *releases) end(e *observe.Event) {
	h, holds := m.held[e.Work]
	if !holds {
		return
	}
	if a, ok := m.works.answerOf(e); e.Kind == observe.ReadEnd && ok && a.GaveUp {
		return
	}
	m.report(e, fmt.Sprintf("%s is done but still holds the lock of %s, which it took at %s", who(e), key(e), at(h.since)))
}

// extended checks the hold limit. The holder's watch begins only with the reply to its
// second look, and the last renewal has its way to go.
func (m *releases) extended(e *observe.Event) {
	h, holds := m.held[e.Other]
	limit := m.run.Options.Lock.MaxHold + m.run.slack() + m.works.queue(m.run, 2)
	if !holds || h.told || !m.run.Choices.Watchdog || e.At-h.since <= limit {
		return
	}
	h.told = true
	m.held[e.Other] = h
	m.report(e, fmt.Sprintf("%s renews the lock of %s, held for %v; the limit is %v",
		who(e), key(e), e.At-h.since, m.run.Options.Lock.MaxHold))
}
