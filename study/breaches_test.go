package study_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stampede/model/fault"
	"stampede/model/scenario"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
	"stampede/study"
)

// updateBreaches searches for the breaches that are missing, and writes them.
var updateBreaches = flag.Int("breaches", 0, "search so many cases for each breach that no file shows, and write what is found")

const breachFolder = "../scenarios/breaches"

// cell is an unpromised cell of the table of promises. Without a kind of fault the
// strategy does not promise the invariant at all.
type cell struct {
	strategy  strategies.Preset
	invariant props.Invariant
	kind      fault.Kind
}

func (c cell) String() string {
	if c.kind == (fault.Kind{}) {
		return c.strategy.Name + " " + c.invariant.Name
	}
	return fmt.Sprintf("%s %s %v", c.strategy.Name, c.invariant.Name, c.kind)
}

func (c cell) faults() []fault.Kind {
	if c.kind == (fault.Kind{}) {
		return nil
	}
	return []fault.Kind{c.kind}
}

// unpromised returns the cells that are not promised.
func unpromised() (cells []cell) {
	for _, inv := range props.All() {
		for _, p := range strategies.All() {
			if inv.Of(p.Choices) == props.Unpromised {
				cells = append(cells, cell{p, inv, fault.Kind{}})
				continue
			}
			for _, k := range generate.Kinds() {
				if inv.Under(p.Choices, k) == props.Unpromised {
					cells = append(cells, cell{p, inv, k})
				}
			}
		}
	}
	return cells
}

// shows tells whether a breach that is known for one strategy shows that another
// does not keep the promise either, under one of some seeds.
func (c cell) shows(t *testing.T, sc scenario.Scenario) bool {
	if sc.Replay.Breaks != c.invariant.Name {
		return false
	}
	for _, f := range sc.Faults {
		if !slices.Contains(c.faults(), fault.Kind{Verb: f.Do, On: f.To.Class()}) {
			return false
		}
	}
	if len(sc.Faults) == 0 && c.kind != (fault.Kind{}) {
		return false
	}
	config, err := study.Reproduce(sc)
	if err != nil {
		t.Fatal(err)
	}
	config.Strategy = c.strategy
	first := config.Seed
	for seed := range uint64(32) {
		config.Seed = first + seed
		if breaks, err := props.Breaks(config, c.invariant.Unconditional()); err != nil {
			t.Fatal(err)
		} else if breaks {
			return true
		}
	}
	return false
}

// What is not promised is broken by a scenario, which everyone can replay; or it is
// listed as what no search could break.
func TestWhatIsNotPromisedIsShownBroken(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(breachFolder, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var known []scenario.Scenario
	for _, f := range files {
		sc, err := scenario.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		known = append(known, sc)
	}
	cells := unpromised()
	for _, c := range cells {
		if slices.ContainsFunc(known, func(sc scenario.Scenario) bool { return c.shows(t, sc) }) {
			if c.invariant.Unbroken(c.strategy, c.kind) {
				t.Errorf("%v: listed as unbroken, and a scenario breaks it", c)
			}
			continue
		}
		if c.invariant.Unbroken(c.strategy, c.kind) {
			continue
		}
		if *updateBreaches == 0 {
			t.Errorf("%v: not promised, and no scenario shows why", c)
			continue
		}
		if sc := search(t, c, uint64(*updateBreaches)); sc != nil {
			known = append(known, *sc)
		} else {
			t.Errorf("%v: not promised, and %d cases do not break it; promise it, or list it as unbroken", c, *updateBreaches)
		}
	}
	t.Logf("%d cells, %d scenarios", len(cells), len(known))
}

func search(t *testing.T, c cell, seeds uint64) *scenario.Scenario {
	s := study.Search{
		Space:     generate.Space{Strategy: c.strategy, Faults: c.faults()},
		Invariant: c.invariant.Name, Unpromised: true, Seeds: seeds, Workers: 2,
	}
	for {
		f, _, err := s.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if f == nil {
			return nil
		}
		if c.kind != (fault.Kind{}) && len(f.Case.Scenario.Faults) == 0 {
			s.From, s.Seeds = f.Case.Seed, s.Seeds-(f.Case.Seed-s.From)
			continue
		}
		small, err := f.Shrink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if c.kind != (fault.Kind{}) && len(small.Case.Scenario.Faults) == 0 {
			small = f
		}
		sc := small.File()
		sc.Name = strings.ReplaceAll(c.String(), " ", "-")
		if err := os.WriteFile(filepath.Join(breachFolder, sc.Name+".yaml"), sc.YAML(), 0o644); err != nil {
			t.Fatal(err)
		}
		return &sc
	}
}
