package study

// Grid is the outcome of a sweep: each cell in figures.
type Grid struct {
	Scenario string `json:"scenario"`
	Seed     uint64 `json:"seed"` // the first
	Seeds    int    `json:"seeds"`
	Axes     []Axis `json:"vary"`
	Cells    []Cell `json:"cells"`
	Repeat   string `json:"repeat"`
}

// Cell is what came of one strategy under one combination of settings.
type Cell struct {
	Settings map[string]string `json:"settings"`
	Strategy string            `json:"strategy"`
	Metrics  map[string]Sample `json:"metrics"`
}

// Broken reports whether a run broke what its strategy promises.
func (g *Grid) Broken() bool {
	for _, c := range g.Cells {
		if c.Metrics[violationsMetric].Max > 0 {
			return true
		}
	}
	return false
}

// Grid sums up the runs of a whole sweep.
func (p *Part) Grid() *Grid {
	g := &Grid{Scenario: p.Scenario, Seed: p.Seed, Seeds: p.Seeds, Axes: p.Axes, Repeat: p.Repeat}
	values := make([]float64, p.Seeds)
	for i := range p.cells() {
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
		g.Cells = append(g.Cells, c)
	}
	return g
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
