package study

import (
	"context"
	"fmt"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// Sweep is a grid: every combination of the values of its axes, with every
// strategy, under every seed.
type Sweep struct {
	Scenario scenario.Scenario
	Variant  string // of the scenario, for the record; empty if it has none
	Presets  []strategies.Preset
	Axes     []Axis
	Seed     uint64 // the first seed
	Seeds    int    // how many there are; every cell has the same
	// Repeat is the command that makes the sweep, and Single that of one of its
	// runs, but for strategy, seed and what is varied. They go with the results.
	Repeat, Single string
}

// sweepMax bounds the runs of a sweep: their figures are all kept.
const sweepMax = 10_000_000

// cell is a point of the grid with a strategy.
type cell struct {
	settings []string // one value for each axis
	scenario scenario.Scenario
	preset   strategies.Preset
}

// cells returns the cells in their order: the last axis varies faster than those
// before it, and the strategy fastest.
func (s Sweep) cells() ([]cell, error) {
	if s.Seeds < 1 {
		return nil, fmt.Errorf("seeds is %d; accepted is 1 or more", s.Seeds)
	}
	for i, a := range s.Axes {
		for _, b := range s.Axes[:i] {
			if a.Name == b.Name {
				return nil, fmt.Errorf("%s is varied twice; accepted is one list of its values", a.Name)
			}
		}
	}
	points := []cell{{scenario: s.Scenario}}
	for _, axis := range s.Axes {
		if len(points)*len(axis.Values) > sweepMax {
			return nil, s.tooMany()
		}
		var next []cell
		for _, p := range points {
			for _, v := range axis.Values {
				q := cell{settings: append(p.settings[:len(p.settings):len(p.settings)], v), scenario: p.scenario}
				if err := q.scenario.Set(axis.Name + "=" + v); err != nil {
					return nil, err
				}
				next = append(next, q)
			}
		}
		points = next
	}
	if len(points)*len(s.Presets) > sweepMax/s.Seeds {
		return nil, s.tooMany()
	}
	var cells []cell
	for _, p := range points {
		if err := p.scenario.Validate(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.label(p), err)
		}
		for _, preset := range s.Presets {
			cells = append(cells, cell{p.settings, p.scenario, preset})
		}
	}
	return cells, nil
}

func (s Sweep) tooMany() error {
	return fmt.Errorf("the sweep has too many runs; accepted are up to %d, over all settings, strategies and seeds", sweepMax)
}

// label names a cell for an error.
func (s Sweep) label(c cell) string {
	text := s.Scenario.Name
	for i, axis := range s.Axes {
		text += " " + axis.Name + "=" + c.settings[i]
	}
	return text
}

// Progress is told how many runs of how many are done. It is called from
// several goroutines, one at a time.
type Progress func(done, of int)

// Run makes the runs of one shard of the sweep, on that many cores. What it
// returns does not depend on workers. If ctx is done first it returns the runs that
// were made, and the context's error.
func (s Sweep) Run(ctx context.Context, shard Shard, workers int, progress Progress) (*Part, error) {
	cells, err := s.cells()
	if err != nil {
		return nil, err
	}
	mine := shard.runs(len(cells) * s.Seeds)
	part := s.part(shard)
	part.Runs = make([][]float64, len(mine))
	broken := make([]string, len(mine))
	err = parallel(ctx, workers, len(mine), progress, func(i int) error {
		c, seed := cells[mine[i]/s.Seeds], s.Seed+uint64(mine[i]%s.Seeds)
		result, err := Run{Scenario: c.scenario, Strategy: c.preset, Seed: seed}.figures(ctx)
		if err != nil {
			return fmt.Errorf("%s, %s, seed %d: %w", s.label(c), c.preset.Name, seed, err)
		}
		part.Runs[i], broken[i] = row(&result), firstBroken(&result)
		return nil
	})
	part.Broken = make(map[int]string)
	for i, what := range broken {
		if what != "" {
			part.Broken[mine[i]] = what
		}
	}
	return part, err
}

// firstBroken names the first promise that a run broke, or else the first expectation
// of the scenario that did not come true, with what did; nothing if all held.
func firstBroken(r *observe.Result) string {
	if len(r.Violations) > 0 {
		return r.Violations[0].Invariant
	}
	for _, e := range r.Expectations {
		if !e.Holds {
			return e.Text + " (is " + e.Value + ")"
		}
	}
	return ""
}
