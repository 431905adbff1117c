package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// A lock or a flight that nobody will ever end shows when nothing else is left.
var deadlockFree = Invariant{
	Name:     "deadlock-free",
	Sentence: "nobody waits for what can no longer happen",
	By:       func(strategies.Choices) bool { return true },
	Ordered:  true,
	new:      func(_ Run, works *works, report report) observe.Sink { return &deadlocks{works, report} },
}

type deadlocks struct {
	works  *works
	report report
}

func (m *deadlocks) Observe(*observe.Event) {}

func (m *deadlocks) ObserveEnd(at time.Duration, deadlock error) {
	if e, waits := m.works.longest(at); waits && deadlock != nil {
		m.report(&e, fmt.Sprintf("%s reads %s and will wait for ever: %v", who(&e), key(&e), deadlock))
	}
}

// That something still happens is no excuse: who polls a lock that is never free is
// at work, too.
var livelockFree = Invariant{
	Name: "livelock-free",
	Sentence: "once the faults are over and no more reads come, those in progress end within the time that serving " +
		"them one after the other may take",
	By:    func(strategies.Choices) bool { return true },
	Given: func(r Run) bool { return r.serving != nil && !r.HeavyTails },
	Needs: "loads, messages and commands whose lengths have no heavy tail",
	hears: everything,
	new: func(r Run, works *works, report report) observe.Sink {
		return &livelocks{run: r, works: works, report: report}
	},
}

type livelocks struct {
	run    Run
	works  *works
	report report
	queue  int           // loads that wait for the origin
	count  int           // works in progress at the end of faults and traffic, and these loads
	due    time.Duration // when they must be over; 0 before that end
	told   bool
}

func (m *livelocks) Observe(e *observe.Event) {
	if e.At > m.run.End {
		m.late(e.At)
		return
	}
	switch e.Kind {
	case observe.OriginQueued:
		m.queue = int(e.Count)
	case observe.OriginStart:
		m.queue = max(m.queue-1, 0)
	}
}

func (m *livelocks) ObserveEnd(at time.Duration, deadlock error) {
	if deadlock == nil && at > m.run.End {
		m.late(at)
	}
}

func (m *livelocks) late(at time.Duration) {
	if m.due == 0 {
		m.count = len(m.works.inProgress) + m.queue
		m.due = m.run.End + m.run.serving(m.count)
	}
	if at <= m.due || m.told {
		return
	}
	if e, waits := m.works.longest(at); waits {
		m.told = true
		m.report(&e, fmt.Sprintf("%s still reads %s %v after the end of faults and traffic; serving the %d works and loads in progress then takes %v at most",
			who(&e), key(&e), at-m.run.End, m.count, m.due-m.run.End))
	}
}
