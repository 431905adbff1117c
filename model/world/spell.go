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
	process    int32 // NoOne if it befalls no process
	wait       *wait // what it has waited for, or nil
	undo       func()
}

// begin starts an occurrence of a fault: the actor is the process whose doing has
// started it.
func (t *troubles) begin(o *fault.Occurrence, actor int32, w *wait) {
	targets := t.targets(o, actor)
	if w != nil {
		w.busy = len(targets)
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

// targets returns the processes that an occurrence befalls; NoOne stands for a
// target that is no process.
func (t *troubles) targets(o *fault.Occurrence, actor int32) []int32 {
	switch to := o.Fault.To; {
	case t.over:
		return nil
	case to.Class() != fault.Processes:
		return []int32{observe.NoOne}
	case to.Who == fault.Actor && actor >= 0:
		return []int32{actor}
	case to.Who == fault.LockHolder && len(t.held) > 0:
		return []int32{t.held[len(t.held)-1].process}
	}
	var all []int32
	for _, p := range o.Processes {
		all = append(all, int32(p))
	}
	return all
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
		s.wait.busy--
	}
	s.undo()
	t.record(observe.FaultEnd, s)
}

// endOf ends what a wait has started.
func (t *troubles) endOf(w *wait) {
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
