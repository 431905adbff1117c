package props

import (
	"slices"

	"stampede/model/fault"
	"stampede/model/observe"
)

// NeverPromised is why an invariant is not watched that the strategy does not promise
// under any circumstances.
const NeverPromised = "the strategy does not promise it"

// excusing is a monitor that counts what it lets pass by its invariant's excuse alone.
type excusing interface{ excusedTimes() uint64 }

// timesExcused counts that; a monitor embeds it.
type timesExcused uint64

func (n *timesExcused) excusedTimes() uint64 { return uint64(*n) }

// Judge adds to the figures of a run what became of the invariants that mean anything
// for its strategy.
func (w *Watch) Judge(r *observe.Result) {
	r.Violations, r.ViolationCount = w.violations, w.count
	r.Held, r.Bounded, r.Unwatched = []string{}, []observe.Bounded{}, []observe.Unwatched{}
	broken := w.Broken()
	for _, x := range w.watched {
		if slices.Contains(broken, x.Name) {
			continue
		}
		if times, bounded := x.excused(w.run); bounded {
			r.Bounded = append(r.Bounded, observe.Bounded{Invariant: x.Name, Excuse: x.Excuse, Times: times})
			continue
		}
		r.Held = append(r.Held, x.Name)
	}
	for _, inv := range All() {
		if why := inv.unwatched(w.run); why != "" {
			r.Unwatched = append(r.Unwatched, observe.Unwatched{Invariant: inv.Name, Why: why})
		}
	}
}

// excused tells whether the invariant held by its excuse. One whose monitor does not
// count may have, under faults that excuse it.
func (x watched) excused(r Run) (times uint64, bounded bool) {
	monitor := x.monitor
	if q, wraps := monitor.(*quorum); wraps {
		monitor = q.Sink
	}
	if m, counts := monitor.(excusing); counts {
		return m.excusedTimes(), m.excusedTimes() > 0
	}
	return 0, slices.ContainsFunc(r.Threats, func(k fault.Kind) bool { return x.Under(r.Choices, k) == Bounded })
}

// unwatched says why the invariant is not promised in a run; nothing if it is, or means
// nothing for the strategy.
func (inv Invariant) unwatched(r Run) string {
	var under []fault.Kind
	for _, k := range r.Threats {
		if inv.Under(r.Choices, k) == Unpromised {
			under = append(under, k)
		}
	}
	switch {
	case inv.Of(r.Choices) == Meaningless, inv.Promised(r):
		return ""
	case inv.Of(r.Choices) == Unpromised:
		return NeverPromised
	case under != nil:
		return "not promised under " + fault.Names(under)
	case r.Live && inv.Ordered:
		return "a live run does not tell in which order the servers acted"
	}
	return "it needs " + inv.Needs
}
