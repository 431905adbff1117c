package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/strategies"
)

// Invariant is a sentence that must hold in every run of the strategies that
// promise it.
type Invariant struct {
	Name     string
	Sentence string
	// Promised tells whether a strategy of these choices promises it.
	Promised func(strategies.Choices) bool
	// new returns a monitor that reports each breach.
	new func(report) observe.Sink
}

// report tells of a breach: the event that broke the invariant, and the reason
// in a line.
type report func(e *observe.Event, reason string)

// All returns the invariants.
func All() []Invariant {
	return []Invariant{singleRecompute, noForeignDelete}
}

// reported bounds the violations that a run lists; it counts them all.
const reported = 10

// Watch watches over what a strategy promises.
type Watch struct {
	monitors   []observe.Sink
	violations []observe.Violation
	count      uint64
}

// NewWatch returns the watch over a strategy of the given choices, and over
// what else must hold in this run.
func NewWatch(c strategies.Choices, also ...Invariant) *Watch {
	w := &Watch{violations: []observe.Violation{}}
	for _, inv := range Promised(c, also...) {
		w.monitors = append(w.monitors, inv.new(func(e *observe.Event, reason string) {
			w.report(inv.Name, e, reason)
		}))
	}
	return w
}

// Promised returns what a strategy of the given choices promises, and what else
// must hold.
func Promised(c strategies.Choices, also ...Invariant) []Invariant {
	var promised []Invariant
	for _, inv := range All() {
		if inv.Promised(c) {
			promised = append(promised, inv)
		}
	}
	return append(promised, also...)
}

func (w *Watch) report(invariant string, e *observe.Event, reason string) {
	w.count++
	if len(w.violations) < reported {
		w.violations = append(w.violations, violation(invariant, e, reason))
	}
}

func violation(invariant string, e *observe.Event, reason string) observe.Violation {
	return observe.Violation{Invariant: invariant, AtMS: observe.Milliseconds(e.At), Step: e.Step, Reason: reason}
}

// Observe hands an event to the monitors.
func (w *Watch) Observe(e *observe.Event) {
	for _, m := range w.monitors {
		m.Observe(e)
	}
}

// Violations returns the first breaches, and how many there are in all.
func (w *Watch) Violations() ([]observe.Violation, uint64) { return w.violations, w.count }

// who names whose doing an event is, and key what it is about.
func who(e *observe.Event) string { return fmt.Sprintf("work %d of process-%d", e.Work, e.Process+1) }

func key(e *observe.Event) string { return workload.KeyName(int(e.Key)) }

// sink lets a function be a monitor.
type sink func(*observe.Event)

func (s sink) Observe(e *observe.Event) { s(e) }
