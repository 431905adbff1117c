package props

import "stampede/model/observe"

// works is the works in progress, which all monitors of a run share. What the
// others asked of Redis may still take effect after their end: a reader has left,
// or a process crashed. What a monitor knows of a work it must forget with it.
type works struct {
	inProgress map[uint64]struct{}
	newest     uint64 // the last to begin
	// Turns tell what no work can remember any more, without a look at each:
	// whatever was in progress in one turn is over in the next but one.
	turn   uint64
	elders uint64 // the works up to this one; when they are over, so is the turn
	left   int    // of them in progress
}

func newWorks() *works { return &works{inProgress: make(map[uint64]struct{}), turn: 1} }

func (w *works) has(work uint64) bool {
	_, ok := w.inProgress[work]
	return ok
}

// before takes in an event that the monitors have not seen yet.
func (w *works) before(e *observe.Event) {
	switch e.Kind {
	case observe.ReadStart, observe.JobStart, observe.WriteStart:
		w.inProgress[e.Work] = struct{}{}
		w.newest = max(w.newest, e.Work)
	}
}

// after takes in an event that they have seen.
func (w *works) after(e *observe.Event) {
	if !over(e.Kind) || !w.has(e.Work) {
		return
	}
	delete(w.inProgress, e.Work)
	if e.Work <= w.elders {
		w.left--
	}
	if w.left == 0 {
		w.turn++
		w.elders, w.left = w.newest, len(w.inProgress)
	}
}
