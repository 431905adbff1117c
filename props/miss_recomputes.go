package props

import (
	"fmt"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var missRecomputes = Invariant{
	Name: "miss-recomputes",
	Sentence: "where one per cluster refreshes, and on a miss only, there are no more recomputes of a key than it had expiries, " +
		"loads that failed or were cut off, locks that ran out, and values that did not reach Redis",
	By: func(c strategies.Choices) bool {
		early := c.XFetch || c.RefreshAhead || c.SWR || c.LogicalTTL || c.Scheduled
		return c.Lock && !early && !c.FallThrough && !c.Fallback && !c.LastValue && !c.FailSafe && !c.Stale && !c.Watchdog
	},
	Given:   func(r Run) bool { return r.Timeout == 0 },
	Needs:   "commands to Redis without a time-out",
	Not:     append([]fault.Kind{flush, squeeze}, messagesLost...),
	Excused: fault.Kinds(),
	Excuse:  "by one more for each load that failed or was cut off, and each lock that ran out",
	Ordered: true,
	hears:   kindsOf(observe.Look, observe.LockExpired, observe.LockReleased, observe.Invalidate, observe.Publish) | loads | overs,
	new: func(_ Run, _ *works, report report) observe.Sink {
		return &balances{report: report, keys: make(map[int32]balance), loaded: make(map[uint64]bool)}
	},
}

// balances weighs the recomputes of each key against what makes them due.
type balances struct {
	timesExcused
	report report
	keys   map[int32]balance
	loaded map[uint64]bool // works in progress whose value has not reached Redis
}

type balance struct {
	due, recomputes int
	expiries        int // of what is due, that which needs no excuse
	excused         int // recomputes that had one
}

func (m *balances) Observe(e *observe.Event) {
	b := m.keys[e.Key]
	switch k := e.Kind; {
	case k == observe.Look && e.First, k == observe.Invalidate:
		b.due++
		b.expiries++
	case k == observe.RecomputeEnd && e.Failed, k == observe.RecomputeAbandoned, k == observe.LockExpired:
		b.due++
	case k == observe.RecomputeEnd:
		m.loaded[e.Work] = true
		return
	case k == observe.Publish:
		delete(m.loaded, e.Work)
		return
	case m.loaded[e.Work] && (overs.has(k) || k == observe.LockReleased && e.Command != observe.PublishAndRelease):
		// A release in one step with the value tells of the value next.
		delete(m.loaded, e.Work)
		b.due++
	case k == observe.RecomputeStart:
		if b.recomputes++; b.recomputes > b.due {
			m.report(e, fmt.Sprintf("%s recomputes %s for the %d. time; it has had %d expiries, failures and lost locks",
				who(e), key(e), b.recomputes, b.due))
			b.due = b.recomputes
		} else if b.recomputes-b.excused > b.expiries {
			b.excused++
			m.timesExcused++
		}
	default:
		return
	}
	m.keys[e.Key] = b
}
