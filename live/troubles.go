package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/scenario"
)

// troubles makes the scenario's faults happen, at the same times and to the same
// targets as the modelled world does. As a sink it waits for their conditions.
type troubles struct {
	run     *run
	planner *fault.Planner

	mu      sync.Mutex
	waits   []*fault.Wait
	holders fault.Holders
	active  []*spell
	timers  []*time.Timer
	over    bool           // all faults are, for good
	closed  bool           // so is the run
	work    sync.WaitGroup // faults that begin or end just now
}

// spell is a fault that befalls one target.
type spell struct {
	occurrence fault.Occurrence
	process    int32 // NoOne if it befalls no process
	wait       *fault.Wait
	undo       func()
}

// plan draws the faults of a run.
func (t *troubles) plan(r *run) {
	s := r.scenario
	streams := func(owner, purpose string) fault.Source { return r.random(owner, purpose) }
	t.run, t.planner = r, fault.NewPlanner(s.Plan(), streams, s.Processes, s.FaultsEnd())
	t.waits = t.planner.Waits()
}

// troubled tells whether a fault of the scenario is of a class.
func troubled(s scenario.Scenario, c fault.Class) bool {
	return slices.ContainsFunc(s.Faults, func(f scenario.Fault) bool { return f.To.Class() == c })
}

// start schedules the faults that have times, and the end of all.
func (t *troubles) start() {
	s := t.run.scenario
	for _, o := range t.planner.Timed() {
		if o.At == 0 { // before anything else
			t.begin(o, observe.NoOne, nil)
			continue
		}
		t.at(o.At, func() { t.begin(o, observe.NoOne, nil) })
	}
	if len(s.Faults) > 0 {
		t.at(s.FaultsEnd(), t.stop)
	}
	if h := s.Heal; h != nil {
		t.at(time.Duration(h.At), func() { t.run.recorder.fault(observe.Event{Kind: observe.Healed, Process: observe.NoOne}) })
		t.at(h.Recovered(), func() { t.run.recorder.fault(observe.Event{Kind: observe.Settled, Process: observe.NoOne}) })
	}
	if o := t.run.server.own; o != nil && o.single == nil {
		for i, n := range o.nodes() {
			t.work.Go(func() { t.watchPromotions(i, n) })
		}
	}
}

func (t *troubles) at(at time.Duration, do func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.later(at-t.run.recorder.now(), do)
}

// later does something after a while, unless the run is over then. The caller holds
// the mutex.
func (t *troubles) later(after time.Duration, do func()) {
	t.timers = append(t.timers, time.AfterFunc(after, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if !t.closed && t.run.over.Err() == nil {
			t.work.Go(do)
		}
	}))
}

func (t *troubles) begin(o fault.Occurrence, actor int32, w *fault.Wait) {
	for i, process := range t.befallen(&o, actor, w) {
		s := &spell{occurrence: o, process: process, wait: w}
		if after := o.Fault.Stagger * time.Duration(i); after > 0 {
			t.at(t.run.recorder.now()+after, func() { t.begins(s) })
		} else {
			t.begins(s)
		}
	}
}

// befallen returns whom an occurrence befalls: nobody once all faults are over.
func (t *troubles) befallen(o *fault.Occurrence, actor int32, w *fault.Wait) []int32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return nil
	}
	targets := o.Befallen(&t.holders, actor)
	if w != nil {
		w.Befalls(len(targets))
	}
	return targets
}

func (t *troubles) begins(s *spell) {
	t.record(observe.FaultStart, s)
	ctx, cancel := context.WithTimeout(t.run.over, faultLimit)
	defer cancel()
	undo, err := t.apply(ctx, s)
	if err != nil {
		t.run.watch.fails(err)
		return
	}
	t.mu.Lock()
	s.undo = undo
	t.active = append(t.active, s)
	over := t.over
	t.mu.Unlock()
	switch {
	case over, s.occurrence.Fault.Verb.Describe().Instant:
		t.ends(s)
	case s.occurrence.For > 0:
		t.at(t.run.recorder.now()+s.occurrence.For, func() { t.ends(s) })
	}
}

// faultLimit bounds what a fault needs to begin: an election, say.
const faultLimit = 15 * time.Second

// ends ends a spell, unless it is over.
func (t *troubles) ends(s *spell) {
	t.mu.Lock()
	i := slices.Index(t.active, s)
	if i < 0 {
		t.mu.Unlock()
		return
	}
	t.active = slices.Delete(t.active, i, i+1)
	if s.wait != nil {
		s.wait.Leaves()
	}
	t.mu.Unlock()
	s.undo()
	t.record(observe.FaultEnd, s)
}

// stop ends all faults, for good.
func (t *troubles) stop() {
	t.mu.Lock()
	t.over = true
	active := slices.Clone(t.active)
	t.mu.Unlock()
	for _, s := range active {
		t.ends(s)
	}
}

// close ends all faults and waits for those that are about to begin.
func (t *troubles) close() {
	t.mu.Lock()
	t.closed = true
	for _, timer := range t.timers {
		timer.Stop()
	}
	t.mu.Unlock()
	t.stop()
	t.work.Wait()
}

func (t *troubles) record(kind observe.Kind, s *spell) {
	t.run.recorder.fault(observe.Event{
		Kind: kind, Process: s.process, Count: int32(s.occurrence.Of), Other: uint64(s.occurrence.Number),
	})
}

// Observe waits for conditions.
func (t *troubles) Observe(e *observe.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.holders.Observe(e)
	for _, w := range t.waits {
		t.consider(w, e)
	}
}

// consider starts or ends a fault that waits for a condition, if an event says so.
// What that does comes after the event, which is still being recorded.
func (t *troubles) consider(w *fault.Wait, e *observe.Event) {
	if w.Ends(e) {
		for _, s := range t.active {
			if s.wait == w {
				t.later(0, func() { t.ends(s) })
			}
		}
	}
	if t.over || !w.Begins(e) {
		return
	}
	actor, due := e.Process, e.At+w.After()
	t.later(w.After(), func() {
		t.mu.Lock()
		o := t.planner.Occur(w.Of, due)
		t.mu.Unlock()
		t.begin(o, actor, w)
	})
}
