package study

import "slices"

// Grid is the outcome of a sweep: each cell in figures.
type Grid struct {
	Scenario string            `json:"scenario"`
	Variant  string            `json:"variant,omitempty"`
	Seed     uint64            `json:"seed"` // the first
	Seeds    int               `json:"seeds"`
	Axes     []Axis            `json:"vary"`
	Units    map[string]string `json:"units"` // of the metrics that have one
	Cells    []Cell            `json:"cells"`
	Missing  int               `json:"missing_runs,omitempty"` // of a sweep that was interrupted; cells that lack some are left out
	Repeat   string            `json:"repeat"`
	Single   string            `json:"-"`
}

// Cell is what came of one strategy under one combination of settings.
type Cell struct {
	Settings map[string]string `json:"settings"`
	Strategy string            `json:"strategy"`
	Metrics  map[string]Sample `json:"metrics"`
	// Held counts the seeds whose runs kept what their strategy promises, and met
	// what the scenario expects. FirstBroken is the first of the others, and Broke what
	// it broke first.
	Held        int     `json:"held"`
	FirstBroken *uint64 `json:"first_broken_seed,omitempty"`
	Broke       string  `json:"first_broken,omitempty"`
}

// Broken reports whether a run broke what its strategy promises, or did not meet
// what the scenario expects.
func (g *Grid) Broken() bool {
	return slices.ContainsFunc(g.Cells, func(c Cell) bool { return c.FirstBroken != nil })
}

// Grid sums up the runs of a sweep that is not a shard.
func (p *Part) Grid() *Grid {
	g := &Grid{
		Scenario: p.Scenario, Variant: p.Variant, Seed: p.Seed, Seeds: p.Seeds, Axes: p.Axes, Units: units(),
		Repeat: p.Repeat, Single: p.Single, Missing: p.Missing(),
	}
	values := make([]float64, p.Seeds)
	for i := range p.cells() {
		if missing(p.Runs[i*p.Seeds:(i+1)*p.Seeds]) > 0 {
			continue
		}
		c := Cell{
			Settings: p.settings(i / len(p.Strategies)),
			Strategy: p.Strategies[i%len(p.Strategies)],
			Metrics:  make(map[string]Sample),
		}
		for m, name := range p.Metrics {
			for seed := range values {
				values[seed] = p.Runs[i*p.Seeds+seed][m]
			}
			c.Metrics[name] = sampleOf(values)
		}
		c.judge(p, i)
		g.Cells = append(g.Cells, c)
	}
	return g
}

// judge counts the runs of the cell that held.
func (c *Cell) judge(p *Part, i int) {
	for n := range p.Seeds {
		what, broken := p.Broken[i*p.Seeds+n]
		switch {
		case !broken:
			c.Held++
		case c.FirstBroken == nil:
			seed := p.Seed + uint64(n)
			c.FirstBroken, c.Broke = &seed, what
		}
	}
}

// settings returns the values at a point of the grid.
func (p *Part) settings(point int) map[string]string {
	settings := make(map[string]string)
	for i := len(p.Axes) - 1; i >= 0; i-- {
		a := p.Axes[i]
		settings[a.Name] = a.Values[point%len(a.Values)]
		point /= len(a.Values)
	}
	return settings
}
