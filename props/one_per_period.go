package props

import (
	"fmt"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

// A lease is handed out once in a period, and stays as the period's mark when it
// has been used. What counts is what the server handed out, under whatever name.
var onePerPeriod = Invariant{
	Name: "one-per-period",
	Sentence: "a key's lease is handed out once in each period, and again only if it was given back unused, or if Redis lost it; " +
		"nobody recomputes without one",
	About: func(c strategies.Choices) bool { return c.Lease || c.Scheduled },
	By: func(c strategies.Choices) bool {
		return (c.Lease || c.Scheduled) && !c.FallThrough && !c.Fallback && !c.LastValue
	},
	Not:     append(append([]fault.Kind{}, wrongServerClock...), dataLost...),
	Ordered: true,
	hears:   kindsOf(observe.LockAcquired, observe.RecomputeStart) | unlocks | overs,
	new: func(r Run, works *works, report report) observe.Sink {
		life, _ := r.Choices.Lifetimes(r.Options)
		grace, _ := r.Choices.Graces(r.Options)
		p := &periods{works: works, period: r.Options.Lease.Period, fresh: life - grace, report: report, until: make(map[int32]time.Duration), leased: make(map[uint64]bool)}
		if r.Choices.Scheduled {
			// Its entries are fresh for ever.
			p.period = r.Options.Interval
			if p.period == 0 {
				p.period = r.Options.TTL
			}
			p.fresh = p.period
		}
		return p
	},
}

// periods watches the leases that are handed out.
type periods struct {
	works         *works
	period, fresh time.Duration
	report        report
	until         map[int32]time.Duration // by key: the end of its period
	leased        map[uint64]bool         // works that were handed a lease
}

func (m *periods) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.LockAcquired:
		if e.At < m.until[e.Key] {
			m.report(e, fmt.Sprintf("%s is handed the lease of %s, whose period lasts until %s", who(e), key(e), at(m.until[e.Key])))
		}
		if m.works.has(e.Work) {
			m.leased[e.Work] = true
		}
		m.until[e.Key] = e.At + m.period - time.Millisecond // Redis counts whole ones
	case k == observe.LockReleased && e.Command == observe.PublishLeased:
		// The mark does not outlast the value.
		m.until[e.Key] = min(m.until[e.Key], e.At+m.fresh-time.Millisecond)
	case unlocks.has(k) && k != observe.LockExpired:
		delete(m.until, e.Key)
	case k == observe.RecomputeStart && !m.leased[e.Work]:
		m.report(e, fmt.Sprintf("%s recomputes %s without a lease", who(e), key(e)))
	case overs.has(k):
		delete(m.leased, e.Work)
	}
}
