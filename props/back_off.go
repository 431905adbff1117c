package props

import (
	"fmt"
	"maps"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var backOff = Invariant{
	Name:     "back-off",
	Sentence: "after a load has failed, whoever reads the key later leaves the origin alone for the declared time",
	About:    func(c strategies.Choices) bool { return c.FailSafe || c.Negative },
	By:       func(c strategies.Choices) bool { return (c.FailSafe || c.Negative) && !c.Watchdog },
	Given:    func(r Run) bool { return !r.Guarded && r.Timeout == 0 && !r.Leaves },
	Needs:    "an origin that is asked whenever the strategy asks it, and readers that wait for their answer",
	Not: append(append(append([]fault.Kind{drift}, wrongServerClock...),
		dataLost...), inDoubt...),
	Ordered: true,
	hears:   kindsOf(observe.RecomputeStart, observe.RecomputeEnd, observe.Invalidate, observe.Noted) | overs,
	new: func(r Run, works *works, report report) observe.Sink {
		return &backOffs{run: r, works: works, report: report, failing: make(map[uint64]failure), left: make(map[int32]alone)}
	},
}

// backOffs watches the loads after a failure.
type backOffs struct {
	run     Run
	works   *works
	report  report
	failing map[uint64]failure // by work in progress whose load has failed
	left    map[int32]alone
}

type failure struct {
	key int32
	at  time.Duration
}

// alone is a key whose origin is to be left alone by works that begin after one.
type alone struct {
	after uint64
	since time.Duration
}

func (m *backOffs) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.RecomputeEnd:
		if delete(m.left, e.Key); e.Failed {
			m.failing[e.Work] = failure{e.Key, e.At}
		}
	case k == observe.Invalidate, k == observe.Noted && e.Command == observe.Forget:
		m.forget(e)
	case k == observe.Noted && e.Command == observe.Remember && m.works.has(e.Work):
		m.failing[e.Work] = failure{e.Key, e.At}
	case k == observe.ReadEnd, k == observe.JobEnd:
		if f, failed := m.failing[e.Work]; failed {
			m.left[e.Key] = alone{m.works.newest, f.at}
		}
		delete(m.failing, e.Work)
	case overs.has(k):
		delete(m.failing, e.Work)
	case k == observe.RecomputeStart:
		m.recompute(e)
	}
}

// forget lets the origin be asked: a failure that came before is forgotten even if
// its read has not ended yet. What is noted later counts.
func (m *backOffs) forget(e *observe.Event) {
	delete(m.left, e.Key)
	maps.DeleteFunc(m.failing, func(_ uint64, f failure) bool { return f.key == e.Key })
}

// recompute grants a millisecond: it is what Redis counts in.
func (m *backOffs) recompute(e *observe.Event) {
	a, asked := m.left[e.Key]
	d := m.declared(int(e.Key))
	if since := e.At - a.since; asked && e.Work > a.after && since < d-time.Millisecond {
		m.report(e, fmt.Sprintf("%s asks the origin for %s %v after that has failed; it is to be left alone for %v", who(e), key(e), since, d))
	}
}

// declared is for how long the origin of a key is left alone, at least.
func (m *backOffs) declared(key int) time.Duration {
	o, absent := m.run.Options.Failure, key >= m.run.Keys-m.run.Absent
	switch {
	case m.run.Choices.Negative && (absent || m.run.Nested): // the absence may be that of a key that the load reads
		return min(o.BackOff, o.BackOffMax, o.Absent)
	case absent:
		return 0
	}
	return min(o.BackOff, o.BackOffMax)
}
