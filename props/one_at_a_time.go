package props

import (
	"fmt"
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var oneAtATime = Invariant{
	Name: "one-at-a-time",
	Sentence: "a key has one recompute at a time, besides the declared number of those who fall through; another may begin only " +
		"when the lock of the first was dropped, or has lived for its declared TTL and there was no watchdog to renew it",
	By:          func(c strategies.Choices) bool { return locks(c) && !c.Fallback && !c.LastValue },
	Given:       func(r Run) bool { return !r.Choices.Watchdog || r.Options.Lock.TTL >= 6*r.Leg+10*time.Millisecond },
	Needs:       "a lock TTL of six messages and 10 ms with a watchdog: else renewals may be late",
	Not:         wrongServerClock,
	NotByQuorum: wrongClock,
	Excused:     slices.Concat([]fault.Kind{pause, slow, brownOut, delay, squeeze, flush}, inDoubt, standstill),
	Excuse:      "by one more for each lock that was lost or has lived for its TTL",
	Ordered:     true,
	hears:       kindsOf(observe.FaultStart, observe.FaultEnd, observe.Promotion, observe.LockAcquired) | unlocks | loads | overs,
	new: func(r Run, works *works, report report) observe.Sink {
		allowed := 0
		if r.Choices.FallThrough {
			allowed = r.Processes * r.Options.Lock.FallThrough
		}
		return r.asOneLock(&overlaps{
			run: r, works: works, report: report, allowed: allowed,
			locks: make(map[uint64]acquisition), loading: make(map[int32][]loader),
		})
	},
}

// overlaps watches the recomputes of each key that are in progress.
type overlaps struct {
	timesExcused
	run       Run
	works     *works
	report    report
	allowed   int // recomputes beside the lock holder's
	locks     map[uint64]acquisition
	loading   map[int32][]loader
	disturbed int           // faults in progress that may hinder a renewal
	calm      time.Duration // since when there is none
}

type acquisition struct {
	at   time.Duration
	lost string // why it lost the lock, if that excuses another's recompute
}

type loader struct {
	work uint64
	at   time.Duration
}

func (m *overlaps) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.FaultStart || k == observe.FaultEnd:
		m.fault(e)
	case k == observe.Promotion:
		m.calm = e.At
	case k == observe.LockAcquired && m.works.has(e.Work):
		m.locks[e.Work] = acquisition{at: e.At}
	case k == observe.LockExpired:
		m.expired(e)
	case k == observe.LockDropped, k == observe.LockForeignDelete:
		if m.works.has(e.Other) {
			m.locks[e.Other] = acquisition{lost: "its lock was taken from it"}
		}
	case k == observe.RecomputeStart:
		m.start(e)
	case k == observe.RecomputeEnd, k == observe.RecomputeAbandoned:
		m.loading[e.Key] = slices.DeleteFunc(m.loading[e.Key], func(l loader) bool { return l.work == e.Work })
	case overs.has(k):
		delete(m.locks, e.Work)
	}
}

func (m *overlaps) fault(e *observe.Event) {
	t := m.run.Threats
	if int(e.Count) >= len(t) || t[e.Count].On == fault.Origin {
		return
	}
	if m.calm = e.At; e.Kind == observe.FaultStart {
		m.disturbed++
	} else {
		m.disturbed--
	}
}

// expired judges whether a lock ran out as it may.
func (m *overlaps) expired(e *observe.Event) {
	a, known := m.locks[e.Other]
	ttl := m.run.Options.Lock.TTL
	switch {
	case !known:
		return
	case !m.run.Choices.Watchdog:
		if e.At-a.at+time.Millisecond >= ttl {
			a.lost = "its lock has expired"
		}
	case m.disturbed > 0, m.calm > 0 && e.At-m.calm < m.hindrance(),
		m.firstRenewal() > ttl, e.At-a.at > m.run.Options.Lock.MaxHold:
		a.lost = "its renewals were hindered"
	}
	m.locks[e.Other] = a
}

// firstRenewal is how long after the acquisition the first renewal may reach Redis, which
// counts in milliseconds: the reply, a second look, a third of the TTL, and the renewal.
// Between two renewals it is less.
func (m *overlaps) firstRenewal() time.Duration {
	return 4*m.run.Leg + m.works.queue(m.run, 2) + m.run.Options.Lock.TTL/3 + time.Millisecond
}

// hindrance is how long after a fault a renewal may still be late: it is tried again
// after a silence; a reply that was delayed is what the next one waits for; and one that
// a former primary took is in vain, and followed by the next.
func (m *overlaps) hindrance() time.Duration {
	ttl := m.run.Options.Lock.TTL
	d := m.run.silence() + ttl/30 + 4*m.run.Leg + 5*time.Millisecond
	if m.run.delay > 0 {
		d += m.run.delay + ttl/3
	}
	if m.run.replaced > 0 && m.run.meets(takeovers) {
		d += m.run.replaced + ttl/3
	}
	return d
}

func (m *overlaps) start(e *observe.Event) {
	beside := 0
	var first loader
	for _, l := range m.loading[e.Key] {
		if m.locks[l.work].lost == "" {
			if beside == 0 {
				first = l
			}
			beside++
		}
	}
	before := len(m.loading[e.Key])
	m.loading[e.Key] = append(m.loading[e.Key], loader{e.Work, e.At})
	switch {
	case beside > m.allowed && m.locks[e.Work].lost == "":
		m.report(e, fmt.Sprintf("%s recomputes %s while work %d does so since %s, and %d in all",
			who(e), key(e), first.work, at(first.at), beside+1))
	case before > m.allowed:
		m.timesExcused++
	}
}
