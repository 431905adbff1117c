package props

import (
	"time"

	"stampede/model/observe"
)

// works is the works in progress, which all monitors of a run share. What the
// others asked of Redis may still take effect after their end: a reader has left,
// or a process crashed. What a monitor knows of a work it must forget with it.
type works struct {
	inProgress map[uint64]begun
	step       uint64 // of the latest event
	newest     uint64 // the last to begin
	busiest    int    // the most in progress at one time
	// Turns tell what no work can remember any more, without a look at each:
	// whatever was in progress in one turn is over in the next but one.
	turn   uint64
	elders uint64 // the works up to this one; when they are over, so is the turn
	left   int    // of them in progress

	answer answer // of the read that ends next
}

// answer is what a read was answered with.
type answer struct {
	observe.Answer
	read uint64
	live bool // its last look had found an entry
}

// begun is what is known of a work in progress.
type begun struct {
	process, key int32
	read         bool
}

func newWorks() *works { return &works{inProgress: make(map[uint64]begun), turn: 1} }

func (w *works) has(work uint64) bool {
	_, ok := w.inProgress[work]
	return ok
}

// before takes in an event that the monitors have not seen yet.
func (w *works) before(e *observe.Event) {
	w.step = e.Step
	switch e.Kind {
	case observe.ReadStart, observe.JobStart, observe.WriteStart:
		w.inProgress[e.Work] = begun{e.Process, e.Key, e.Kind == observe.ReadStart}
		w.newest = max(w.newest, e.Work)
		w.busiest = max(w.busiest, len(w.inProgress))
	}
}

// after takes in an event that they have seen.
func (w *works) after(e *observe.Event) {
	if !overs.has(e.Kind) || !w.has(e.Work) {
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

// longest returns an event that says that the read that has been in progress for
// the longest is so now; false if none is.
func (w *works) longest(now time.Duration) (observe.Event, bool) {
	e := observe.Event{At: now, Step: w.step}
	for work, b := range w.inProgress {
		if b.read && (e.Work == 0 || work < e.Work) {
			e.Work, e.Process, e.Key = work, b.process, b.key
		}
	}
	return e, e.Work != 0
}

// queue is how long so many commands, one after the other, may wait for their turns at
// Redis: each for one of every other work, and for those that were sent again.
func (w *works) queue(r Run, commands int) time.Duration {
	return time.Duration(commands*w.busiest*(1+r.Retries)) * r.Service
}

// answered takes in what a read is answered with that ends next.
func (w *works) answered(by *observe.Work, a observe.Answer) { w.answer = answer{a, by.ID, by.Live} }

// answerOf returns the answer of a read that ends now; false if none was given, as no
// process was there.
func (w *works) answerOf(e *observe.Event) (answer, bool) { return w.answer, w.answer.read == e.Work }
