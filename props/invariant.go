package props

import (
	"fmt"
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/strategies"
)

// Invariant is a sentence that must hold in every run of the strategies that
// promise it.
type Invariant struct {
	Name     string
	Sentence string
	// About tells whether it means anything for a strategy of these choices, which
	// may have no locks, say; nil is all.
	About func(strategies.Choices) bool
	// By tells whether a strategy of these choices promises it at all; nil is
	// none by itself.
	By func(strategies.Choices) bool
	// Given, if not nil, tells whether the settings of a run are such that it
	// can be promised, and Needs says so in words.
	Given func(Run) bool
	Needs string
	// Not are the faults under which it is not promised.
	Not []fault.Kind
	// NotByQuorum are those under which it is not either, where a lock is one on
	// several servers: whether its holder has enough of them is for its own clock
	// to say.
	NotByQuorum []fault.Kind
	// Excused are those under which it allows for more, and says so; Excuse is what
	// bounds that.
	Excused []fault.Kind
	Excuse  string
	// Ordered tells that its monitor needs the events in the order in which the
	// servers acted: a live run has only that in which the clients heard of it.
	Ordered bool
	// hears are the kinds of events that its monitor is handed.
	hears kinds
	// new returns a monitor that reports each breach.
	new func(Run, *works, report) observe.Sink
}

// writeFailures is a monitor that also hears of the writes of a strategy that failed.
type writeFailures interface {
	ObserveWriteFailure(at time.Duration, by *observe.Work, err error)
}

// report tells of a breach: the event that broke the invariant, and the reason
// in a line.
type report func(e *observe.Event, reason string)

// all are the invariants.
var all = []Invariant{
	singleRecompute, oneAtATime, boundedFallThrough, onePerProcess, onePerPeriod, boundedLoads, missRecomputes,
	noForeignDelete, lockHasTTL, lockReleased, lockLoad, noCrossSlot,
	readsEnd, deadlockFree, livelockFree, acyclic, oneAnswer, readsAnswered, declaredErrors, errorsStayHome, errorsRemembered, backOff,
	valuesInOrder, noOldAfterInvalidation, boundedAge, ttlInRange, lossesTold, expiriesSpread, earlyFormula,
}

// All returns the invariants.
func All() []Invariant { return slices.Clone(all) }

// reported bounds the violations of one invariant that a run lists; it counts
// them all.
const reported = 10

// Watch watches over what a strategy promises.
type Watch struct {
	works      *works
	causes     *causes
	hearing    [observe.Kinds][]observe.Sink // by kind of event: the monitors that are handed it
	decided    []observe.DecisionSink        // those of the monitors that are one
	asked      []observe.AskedSink           // likewise
	failing    []writeFailures               // likewise
	ending     []observe.EndSink             // likewise
	run        Run
	watched    []watched
	violations []observe.Violation
	count      uint64
}

// watched is an invariant with its monitor.
type watched struct {
	Invariant
	monitor observe.Sink
}

func newWatch(r Run) *Watch {
	works := newWorks()
	return &Watch{run: r, works: works, causes: newCauses(r, works), violations: []observe.Violation{}}
}

// NewWatchOver returns the watch over certain invariants, promised or not.
func NewWatchOver(r Run, invariants ...Invariant) *Watch {
	w := newWatch(r)
	w.watched = make([]watched, 0, len(invariants))
	for _, inv := range invariants {
		listed := 0
		monitor := inv.new(r, w.works, func(e *observe.Event, reason string) {
			w.count++
			if listed++; listed <= reported {
				w.violations = append(w.violations, w.violation(inv.Name, e, reason))
			}
		})
		w.watched = append(w.watched, watched{inv, monitor})
		w.add(inv.hears, monitor)
	}
	return w
}

// NewWatch returns the watch over what is promised in a run, and over what else
// must hold in it.
func NewWatch(r Run, also ...Invariant) *Watch {
	return NewWatchOver(r, Promised(r, also...)...)
}

func (w *Watch) add(hears kinds, m observe.Sink) {
	for k := range observe.Kinds {
		if hears.has(k) {
			w.hearing[k] = append(w.hearing[k], m)
		}
	}
	if d, ok := m.(observe.DecisionSink); ok {
		w.decided = append(w.decided, d)
	}
	if a, ok := m.(observe.AskedSink); ok {
		w.asked = append(w.asked, a)
	}
	if f, ok := m.(writeFailures); ok {
		w.failing = append(w.failing, f)
	}
	if n, ok := m.(observe.EndSink); ok {
		w.ending = append(w.ending, n)
	}
}

// Promised returns what is promised in a run, and what else must hold in it.
func Promised(r Run, also ...Invariant) []Invariant {
	promised := make([]Invariant, 0, len(all)+len(also))
	for _, inv := range all {
		if inv.Promised(r) {
			promised = append(promised, inv)
		}
	}
	return append(promised, also...)
}

// Named returns the invariant of that name.
func Named(name string) (Invariant, error) {
	for _, inv := range append(All(), Recovers) {
		if inv.Name == name {
			return inv, nil
		}
	}
	return Invariant{}, fmt.Errorf("props: no invariant is called %q", name)
}

func (w *Watch) violation(invariant string, e *observe.Event, reason string) observe.Violation {
	v := observe.Violation{Invariant: invariant, AtMS: observe.Milliseconds(e.At), Step: e.Step, Reason: reason}
	if loss, lost := w.causes.of(e); lost {
		v.Cause = loss.String()
	}
	return v
}

// Observe hands an event to the monitors that are to hear of it.
func (w *Watch) Observe(e *observe.Event) {
	w.works.before(e)
	w.causes.Observe(e)
	for _, m := range w.hearing[e.Kind] {
		m.Observe(e)
	}
	w.works.after(e)
}

// ObserveDecision hands on a decision of XFetch.
func (w *Watch) ObserveDecision(at time.Duration, by *observe.Work, d strategies.Decision) {
	for _, m := range w.decided {
		m.ObserveDecision(at, by, d)
	}
}

// ObserveAsked hands on what a work is told that has asked for a lock.
func (w *Watch) ObserveAsked(at time.Duration, by *observe.Work, acquired bool) {
	for _, m := range w.asked {
		m.ObserveAsked(at, by, acquired)
	}
}

// ObserveAnswer keeps what a read was answered with until the monitors hear of its end.
func (w *Watch) ObserveAnswer(by *observe.Work, a observe.Answer) { w.works.answered(by, a) }

// ObserveWriteFailure hands on a write that failed.
func (w *Watch) ObserveWriteFailure(at time.Duration, by *observe.Work, err error) {
	for _, m := range w.failing {
		m.ObserveWriteFailure(at, by, err)
	}
}

// ObserveEnd hands on that the run is over.
func (w *Watch) ObserveEnd(at time.Duration, deadlock error) {
	for _, m := range w.ending {
		m.ObserveEnd(at, deadlock)
	}
}

// Violations returns the first breaches, and how many there are in all.
func (w *Watch) Violations() ([]observe.Violation, uint64) { return w.violations, w.count }

// Broken returns the names of the invariants that are broken, in the order of
// their first breach.
func (w *Watch) Broken() []string {
	var names []string
	for _, v := range w.violations {
		if !slices.Contains(names, v.Invariant) {
			names = append(names, v.Invariant)
		}
	}
	return names
}

// who names whose doing an event is, and key what it is about.
func who(e *observe.Event) string { return fmt.Sprintf("work %d of process-%d", e.Work, e.Process+1) }

func key(e *observe.Event) string { return workload.KeyName(int(e.Key)) }

// sink lets a function without memory be a monitor.
type sink func(*observe.Event)

func (s sink) Observe(e *observe.Event) { s(e) }
