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
	waits   []*fault.Wait
	holders fault.Holders
	active  []*spell
	over    bool // all faults are, for good
	effects
}

func newTroubles(w *world, seed uint64) *troubles {
	s := w.scenario
	streams := func(owner, purpose string) fault.Source { return sim.NewRand(seed, owner, purpose) }
	p := fault.NewPlanner(s.Plan(), streams, s.Processes, s.FaultsEnd())
	return &troubles{world: w, planner: p, waits: p.Waits()}
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
	t.holders.Observe(e)
	for _, w := range t.waits {
		t.consider(w, e)
	}
}

// consider starts or ends a fault that waits for a condition, if an event says
// so.
func (t *troubles) consider(w *fault.Wait, e *observe.Event) {
	now := t.world.sim.Now()
	if w.Ends(e) {
		t.at(now, func() { t.endOf(w) })
	}
	if t.over || !w.Begins(e) {
		return
	}
	actor := e.Process
	t.at(now+w.After(), func() {
		o := t.planner.Occur(w.Of, t.world.sim.Now())
		t.begin(&o, actor, w)
	})
}
