package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// The monitor decides again, from the same facts: no statistics, no false alarms.
var earlyFormula = Invariant{
	Name:     "early-formula",
	Sentence: "each decision of XFetch is that of its formula, from a draw above 0 and the remaining TTL as the server said it",
	About:    func(c strategies.Choices) bool { return c.XFetch },
	By:       func(c strategies.Choices) bool { return c.XFetch },
	hears:    kindsOf(observe.Look) | overs,
	new: func(r Run, works *works, report report) observe.Sink {
		least, most := r.Choices.Graces(r.Options)
		resent := r.Timeout > 0 || r.Retries > 0
		return &decisions{works: works, report: report, resent: resent, least: least, most: most, looks: make(map[uint64]observe.Event)}
	},
}

type decisions struct {
	works       *works
	report      report
	resent      bool                     // commands may be sent again: the latest look need not be the one that was answered
	least, most time.Duration            // the grace that an entry has at the end of its life
	looks       map[uint64]observe.Event // by work in progress: its latest look
}

func (m *decisions) Observe(e *observe.Event) {
	switch {
	case e.Kind == observe.Look && m.works.has(e.Work):
		m.looks[e.Work] = *e
	case overs.has(e.Kind):
		delete(m.looks, e.Work)
	}
}

// ObserveDecision decides again.
func (m *decisions) ObserveDecision(at time.Duration, w *observe.Work, d strategies.Decision) {
	look := m.looks[w.ID]
	said := look.Took
	soonest, latest := said, said
	if said != strategies.NoTTL {
		soonest, latest = max(said-m.most, 0), max(said-m.least, 0)
	}
	look.At = at
	switch {
	case (d.Remaining < soonest || d.Remaining > latest) && !m.resent:
		m.wrong(look, d, fmt.Sprintf("decides about %s by another time than the server's %v", key(&look), latest))
	case d.U == 0 && d.Remaining != strategies.NoTTL:
		m.wrong(look, d, "draws 0, whose logarithm there is not")
	case d.Refresh != d.Due():
		m.wrong(look, d, fmt.Sprintf("decides %v on an early refresh of %s; the formula says %v", d.Refresh, key(&look), d.Due()))
	}
}

func (m *decisions) wrong(look observe.Event, d strategies.Decision, how string) {
	m.report(&look, fmt.Sprintf("%s, with %v left, δ = %v, β = %v and U = %v, %s", who(&look), d.Remaining, d.Delta, d.Beta, d.U, how))
}
