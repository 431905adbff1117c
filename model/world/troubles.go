package world

import (
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/sim"
)

// troubles makes the scenario's faults happen. As a sink it waits for their
// conditions and knows who holds a lock.
type troubles struct {
	world   *world
	planner *fault.Planner
	waits   []*wait
	held    []holder // locks that are held, in the order they were taken
	active  []*spell
	over    bool // all faults are, for good
	effects
}

// holder is a lock that is held.
type holder struct {
	work    uint64
	process int32
}

// wait is a fault that waits for a condition.
type wait struct {
	fault int
	times int    // the condition was met
	work  uint64 // whose doing it was
	busy  int    // 1 from then on until the fault begins, then how many it still befalls
}

func newTroubles(w *world, seed uint64) *troubles {
	s := w.scenario
	streams := func(owner, purpose string) fault.Source { return sim.NewRand(seed, owner, purpose) }
	t := &troubles{world: w, planner: fault.NewPlanner(s.Plan(), streams, s.Processes, s.FaultsEnd())}
	for _, i := range t.planner.Waits() {
		t.waits = append(t.waits, &wait{fault: i})
	}
	return t
}

// listens tells whether any fault depends on what happens.
func (t *troubles) listens() bool {
	if len(t.waits) > 0 {
		return true
	}
	for _, f := range t.world.scenario.Faults {
		if f.To.Who == fault.LockHolder {
			return true
		}
	}
	return false
}

// schedule schedules the faults that have times, and the end of all.
func (t *troubles) schedule() {
	w := t.world
	t.effects = newEffects(w)
	for _, o := range t.planner.Timed() {
		t.at(o.At, func() { t.begin(&o, observe.NoOne, nil) })
	}
	if len(w.scenario.Faults) > 0 {
		t.at(w.scenario.FaultsEnd(), t.endAll)
	}
	if h := w.scenario.Heal; h != nil {
		t.at(time.Duration(h.At), func() { t.emit(observe.Event{Kind: observe.Healed}) })
		t.at(h.Recovered(), func() { t.emit(observe.Event{Kind: observe.Settled}) })
	}
}

// emit records an event that is no process's doing and concerns no key.
func (t *troubles) emit(e observe.Event) {
	e.At, e.Process, e.Key = t.world.sim.Now(), observe.NoOne, observe.NoOne
	t.world.recorder.Emit(e)
}

func (t *troubles) at(at time.Duration, do func()) {
	t.world.sim.Schedule(at, sim.Fault, sim.HandlerFunc(do))
}

// Observe waits for conditions.
func (t *troubles) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.LockAcquired:
		t.held = append(t.held, holder{e.Work, e.Process})
	case observe.LockReleased, observe.LockExpired, observe.LockForeignDelete, observe.LockDropped:
		for i := range t.held {
			if t.held[i].work == e.Other {
				t.held = append(t.held[:i], t.held[i+1:]...)
				break
			}
		}
	}
	for _, w := range t.waits {
		t.consider(w, e)
	}
}

// consider starts or ends a fault that waits for a condition, if an event says
// so.
func (t *troubles) consider(w *wait, e *observe.Event) {
	now := t.world.sim.Now()
	f := t.planner.Fault(w.fault)
	if w.busy > 0 && f.Upon.Ends(e, w.work) {
		t.at(now, func() { t.endOf(w) })
	}
	if t.over || now < f.At || !f.Upon.Begins(e) || e.Kind == observe.FaultStart && int(e.Count) == w.fault {
		return
	}
	w.times++
	if w.busy > 0 || f.Nth > 0 && w.times != f.Nth {
		return
	}
	w.busy, w.work = 1, e.Work
	actor := e.Process
	t.at(now+f.After, func() {
		o := t.planner.Occur(w.fault, t.world.sim.Now())
		t.begin(&o, actor, w)
	})
}
