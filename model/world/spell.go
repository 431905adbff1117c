package world

import (
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/sim"
)

// spell is a fault that befalls one target.
type spell struct {
	occurrence *fault.Occurrence
	process    int32       // NoOne if it befalls no process
	wait       *fault.Wait // what it has waited for, or nil
	undo       func()
}

// begin starts an occurrence of a fault: the actor is the process whose doing has
// started it.
func (t *troubles) begin(o *fault.Occurrence, actor int32, w *fault.Wait) {
	if t.over {
		return
	}
	targets := o.Befallen(&t.holders, actor)
	if w != nil {
		w.Befalls(len(targets))
	}
	for i, process := range targets {
		start := func() { t.start(&spell{occurrence: o, process: process, wait: w}) }
		if after := o.Fault.Stagger * time.Duration(i); after > 0 {
			t.at(t.world.sim.Now()+after, start)
		} else {
			start()
		}
	}
}

func (t *troubles) start(s *spell) {
	if t.over {
		return
	}
	t.record(observe.FaultStart, s)
	t.active = append(t.active, s)
	s.undo = t.apply(s)
	switch {
	case s.occurrence.Fault.Verb.Describe().Instant:
		t.end(s)
	case s.occurrence.Fault.Verb == fault.Restart: // it lasts from when it has drained
	default:
		t.endLater(s)
	}
}

// endLater ends a spell when its time is over, if it has one.
func (t *troubles) endLater(s *spell) {
	if d := s.occurrence.For; d > 0 {
		t.world.sim.Schedule(t.world.sim.Now()+d, sim.Fault, sim.HandlerFunc(func() { t.end(s) }))
	}
}

// end ends a spell, unless it is over.
func (t *troubles) end(s *spell) {
	i := slices.Index(t.active, s)
	if i < 0 {
		return
	}
	t.active = slices.Delete(t.active, i, i+1)
	if s.wait != nil {
		s.wait.Leaves()
	}
	s.undo()
	t.record(observe.FaultEnd, s)
}

// endOf ends what a wait has started.
func (t *troubles) endOf(w *fault.Wait) {
	for _, s := range slices.Clone(t.active) {
		if s.wait == w {
			t.end(s)
		}
	}
}

// endAll ends all faults, for good.
func (t *troubles) endAll() {
	t.over = true
	for len(t.active) > 0 {
		t.end(t.active[0])
	}
}

func (t *troubles) record(kind observe.Kind, s *spell) {
	t.world.recorder.Emit(observe.Event{
		At: t.world.sim.Now(), Kind: kind, Process: s.process, Key: observe.NoOne,
		Count: int32(s.occurrence.Of), Other: uint64(s.occurrence.Number),
	})
}
