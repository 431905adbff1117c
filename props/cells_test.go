package props_test

import (
	"testing"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// cellSeeds is how many cases each cell of the table of promises gets.
const cellSeeds = 60

// Every cell of the table of promises that says "holds" or "bounded" is searched:
// a strategy meets faults of one kind, which begin in one of twenty cases at least
// in which the promise counts, and breaks nothing.
func TestEveryCellOfTheTableHolds(t *testing.T) {
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for _, k := range append(generate.Kinds(), fault.Kind{}) {
				searchCells(t, p, k, cellSeeds**thorough)
			}
		})
	}
}

// searchCells searches the cells of a strategy and a kind of fault; without a kind,
// without faults.
func searchCells(t *testing.T, p strategies.Preset, k fault.Kind, seeds int) {
	space := generate.Space{Strategy: p}
	if k != (fault.Kind{}) {
		space.Faults = []fault.Kind{k}
	}
	counted := make(map[string]int) // cases in which it was promised and the fault began
	for seed := range uint64(seeds) {
		c := space.Case(generate.Seeded(seed))
		c.Seed = seed
		run := props.RunOf(p, c.Scenario)
		watch, begun := props.NewWatch(run), &begins{}
		if err := world.Run(c, watch, begun); err != nil {
			t.Fatal(err)
		}
		if v, _ := watch.Violations(); len(v) > 0 {
			t.Errorf("%v, case %d: %s: %s", k, seed, v[0].Invariant, v[0].Reason)
		}
		if k != (fault.Kind{}) && !begun.any {
			continue
		}
		for _, inv := range props.Promised(run) {
			counted[inv.Name]++
		}
	}
	for _, inv := range props.All() {
		promise := inv.Of(p.Choices)
		if k != (fault.Kind{}) {
			promise = inv.Under(p.Choices, k)
		}
		if promise >= props.Bounded && counted[inv.Name]*20 < seeds {
			t.Errorf("%v: %s is promised, and the fault began in %d of %d cases in which it counts", k, inv.Name, counted[inv.Name], seeds)
		}
	}
}

// begins notes that a fault began.
type begins struct{ any bool }

func (b *begins) Observe(e *observe.Event) { b.any = b.any || e.Kind == observe.FaultStart }

// A promise under a fault is none where the run has a fault under which it is not.
func TestPromisesAreThoseOfTheTable(t *testing.T) {
	for _, p := range strategies.All() {
		for _, k := range generate.Kinds() {
			run := props.RunOf(p, scenario.Defaults())
			run.Threats = []fault.Kind{k}
			for _, inv := range props.All() {
				if inv.Promised(run) && inv.Under(p.Choices, k) < props.Bounded {
					t.Errorf("%s promises %s under %v, and the table says %v", p.Name, inv.Name, k, inv.Under(p.Choices, k))
				}
				if inv.Under(p.Choices, k) > inv.Of(p.Choices) {
					t.Errorf("%s promises more of %s under %v than without", p.Name, inv.Name, k)
				}
			}
		}
	}
}
