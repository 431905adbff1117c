package props

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var errorsRemembered = Invariant{
	Name:     "errors-remembered",
	Sentence: "an error is never served as a value, and is remembered no longer than declared",
	By:       func(c strategies.Choices) bool { return !c.OriginGuard },
	Given:    func(r Run) bool { return !r.Nested },
	Needs:    "loads that depend on no other key",
	Excused:  slices.Concat([]fault.Kind{pause, delay, shift, drift, drop, partition, crashRedis}, takeovers, wrongServerClock, standstill),
	Excuse:   "by what the fault takes from a process, the time-outs of its commands, and as much as a clock is off",
	hears:    kindsOf(observe.ReadEnd) | loads,
	new: func(r Run, works *works, report report) observe.Sink {
		return &memories{run: r, works: works, report: report, failed: make(map[int32]time.Duration), loading: make(map[int32]int)}
	},
}

// memories watches the errors that reads end with.
type memories struct {
	run     Run
	works   *works
	report  report
	failed  map[int32]time.Duration // by key: when a load last failed
	loading map[int32]int           // by key: recomputes in progress
}

func (m *memories) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.RecomputeStart:
		m.loading[e.Key]++
	case observe.RecomputeEnd, observe.RecomputeAbandoned:
		m.loading[e.Key]--
		m.failed[e.Key] = e.At
	case observe.ReadEnd:
		m.read(e)
	}
}

func (m *memories) read(e *observe.Event) {
	a, ok := m.works.answerOf(e)
	if !ok {
		return
	}
	if _, payload := observe.DecodePayload(a.Value.Data); a.Err == nil && !payload && len(a.Value.Data) > 0 {
		m.report(e, fmt.Sprintf("%s is served %q as the value of %s", who(e), a.Value.Data, key(e)))
		return
	}
	o := m.run.Options.Failure
	declared := time.Duration(0)
	switch {
	case errors.Is(a.Err, strategies.ErrNotFound):
		if m.run.Choices.Negative {
			declared = o.Absent
		}
	case errors.Is(a.Err, strategies.ErrOrigin):
		if m.run.Choices.Negative || m.run.Choices.FailSafe {
			declared = max(o.BackOff, o.BackOffMax)
		}
	default:
		return
	}
	last, ever := m.failed[e.Key]
	if since := e.At - last; ever && since > declared+m.run.slack()+m.works.queue(m.run, 4) && m.loading[e.Key] == 0 {
		m.report(e, fmt.Sprintf("%s is told of a failure of %s that was %v ago; it may be remembered for %v", who(e), key(e), since, declared))
	}
}
