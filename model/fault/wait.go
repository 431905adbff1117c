package fault

import (
	"time"

	"stampede/model/observe"
)

// Wait is a fault that waits for its condition.
type Wait struct {
	Of    int // which fault of the scenario it is, from 0
	fault *Fault
	times int    // the condition was met
	work  uint64 // whose doing it was
	busy  int    // 1 from then on until the fault begins, then how many it still befalls
}

// After returns the fault's.
func (w *Wait) After() time.Duration { return w.fault.After }

// Begins tells whether an event starts the fault. Each event is to be shown once.
func (w *Wait) Begins(e *observe.Event) bool {
	f := w.fault
	if e.At < f.At || !f.Upon.Begins(e) || e.Kind == observe.FaultStart && int(e.Count) == w.Of {
		return false
	}
	w.times++
	if w.busy > 0 || f.Nth > 0 && w.times != f.Nth {
		return false
	}
	w.busy, w.work = 1, e.Work
	return true
}

// Ends tells whether an event ends what the fault has begun.
func (w *Wait) Ends(e *observe.Event) bool { return w.busy > 0 && w.fault.Upon.Ends(e, w.work) }

// Befalls notes that the fault has begun, and how many it befalls.
func (w *Wait) Befalls(targets int) { w.busy = targets }

// Leaves notes that it is over for one of them.
func (w *Wait) Leaves() { w.busy-- }
