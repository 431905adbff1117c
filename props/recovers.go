package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
)

// Recovers is the verdict on a run with a heal phase: the end of all faults must
// be the end of what they caused. Any strategy must promise it.
var Recovers = Invariant{
	Name: "recovers",
	Sentence: "once the faults are over and the time to recover has passed, no read fails, and the origin " +
		"is no busier than before the first fault, give or take a fifth",
	hears: kindsOf(observe.FaultStart, observe.Settled, observe.ReadStart, observe.ReadCrashed, observe.ReadEnd, observe.RecomputeStart),
	new: func(_ Run, _ *works, report report) observe.Sink {
		return &recovery{report: report, begun: make(map[uint64]bool)}
	},
}

// recovery compares the time before the first fault with the time after the
// bound.
type recovery struct {
	report  report
	faulty  bool          // a fault has begun
	before  time.Duration // how long there was none
	loads   uint64        // recomputes before the first fault
	settled time.Duration // when the bound passed
	after   uint64        // recomputes since then
	told    bool
	begun   map[uint64]bool // reads in progress that began after the bound
}

func (m *recovery) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.FaultStart:
		if !m.faulty {
			m.faulty, m.before = true, e.At
		}
	case observe.Settled:
		m.settled = e.At
	case observe.ReadStart:
		if m.settled > 0 {
			m.begun[e.Work] = true
		}
	case observe.ReadCrashed:
		delete(m.begun, e.Work)
	case observe.ReadEnd:
		if m.begun[e.Work] && e.Class == observe.Error {
			m.report(e, fmt.Sprintf("%s fails to read %s, although all faults are over", who(e), key(e)))
		}
		delete(m.begun, e.Work)
	case observe.RecomputeStart:
		m.recompute(e)
	}
}

// recompute counts a recompute, and reports the first one that is too many. Three
// standard deviations of a Poisson count are granted.
func (m *recovery) recompute(e *observe.Event) {
	switch {
	case m.settled > 0:
		m.after++
	case !m.faulty:
		m.loads++
	}
	if m.settled == 0 || m.told || m.before == 0 {
		return
	}
	due := 1.2 * float64(m.loads) / float64(m.before) * float64(e.At-m.settled)
	if excess := float64(m.after) - due; excess > 10 && excess*excess > 9*(due+1) {
		m.told = true
		m.report(e, fmt.Sprintf("%d recomputes in %v since the run should have recovered; before the first fault there were %d in %v",
			m.after, e.At-m.settled, m.loads, m.before))
	}
}
