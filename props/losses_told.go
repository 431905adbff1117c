package props

import (
	"fmt"
	"slices"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// A failover that loses what was acknowledged is no surprise; that nobody is told
// would be one, since every cause that a story names comes from there.
var lossesTold = Invariant{
	Name: "losses-told",
	Sentence: "an entry whose write Redis has acknowledged is found until its TTL has run out, another takes its place, it is deleted, " +
		"or it is reported lost",
	By: func(strategies.Choices) bool { return true },
	// A primary that was replaced may still write for a while, and nobody is told.
	Not:     slices.Concat(takeovers, wrongServerClock),
	Ordered: true,
	hears:   kindsOf(observe.Publish, observe.Invalidate, observe.Dropped, observe.Look),
	new: func(_ Run, _ *works, report report) observe.Sink {
		return &losses{report: report, entries: make(map[int32]kept)}
	},
}

// losses watches what each key holds.
type losses struct {
	report  report
	entries map[int32]kept
}

// kept is an entry that was written and not known to be gone.
type kept struct {
	work, generation uint64
	until            time.Duration // 0 is for ever
}

func (m *losses) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.Publish:
		k := kept{work: e.Work, generation: e.Generation}
		if e.Took > 0 {
			k.until = e.At + e.Took
		}
		m.entries[e.Key] = k
	case observe.Invalidate, observe.Dropped:
		delete(m.entries, e.Key)
	case observe.Look:
		m.look(e)
	}
}

func (m *losses) look(e *observe.Event) {
	k, written := m.entries[e.Key]
	switch {
	case !written, k.until > 0 && e.At >= k.until-time.Millisecond: // Redis counts whole ones
	case !e.Live:
		m.report(e, fmt.Sprintf("%s does not find %s, which work %d has written and nothing has taken away: %v", who(e), key(e), k.work, e.Cause))
	case e.Generation < k.generation:
		m.report(e, fmt.Sprintf("%s finds an older entry of %s than the one that work %d has written", who(e), key(e), k.work))
	}
}
