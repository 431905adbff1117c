package study

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Shard is one of several parts of a sweep, which can be run apart. The zero
// value is the whole.
type Shard struct {
	Index int `json:"index"` // from 1
	Count int `json:"count"`
}

// Validate reports a shard that cannot be.
func (s Shard) Validate() error {
	if s == (Shard{}) || s.Index >= 1 && s.Index <= s.Count {
		return nil
	}
	return fmt.Errorf("there is no %v; accepted is I/N with I from 1 to N", s)
}

// String names the shard, as in shard 2/8.
func (s Shard) String() string { return fmt.Sprintf("shard %d/%d", s.Index, s.Count) }

// runs returns which of n runs belong to the shard: every count-th, so that each
// shard has its share of the slow cells.
func (s Shard) runs(n int) []int {
	first, step := s.Index-1, s.Count
	if s == (Shard{}) {
		first, step = 0, 1
	}
	var mine []int
	for i := first; i < n; i += step {
		mine = append(mine, i)
	}
	return mine
}

// Part is the figures of one shard's runs, with what is needed to put the
// shards together again.
type Part struct {
	Format     string      `json:"format"`
	Scenario   string      `json:"scenario"`
	Variant    string      `json:"variant,omitempty"`
	Definition string      `json:"definition"` // the scenario, as a file
	Repeat     string      `json:"repeat"`
	Single     string      `json:"single"`
	Seed       uint64      `json:"seed"`
	Seeds      int         `json:"seeds"`
	Axes       []Axis      `json:"vary"`
	Strategies []string    `json:"strategies"`
	Metrics    []string    `json:"metrics"`
	Shard      Shard       `json:"shard"`
	Runs       [][]float64 `json:"runs"` // the metrics of each run; nil where it was not made
	// Broken says of the runs that did not hold what they broke first, by their numbers
	// in the whole sweep.
	Broken map[int]string `json:"broken,omitempty"`
}

// Missing returns how many runs were not made, because the sweep was interrupted.
func (p *Part) Missing() int { return missing(p.Runs) }

func missing(runs [][]float64) int {
	n := 0
	for _, run := range runs {
		if run == nil {
			n++
		}
	}
	return n
}

const partFormat = "stampede sweep shard, version 2"

func (s Sweep) part(shard Shard) *Part {
	p := &Part{
		Format: partFormat, Scenario: s.Scenario.Name, Variant: s.Variant, Definition: string(s.Scenario.YAML()), Repeat: s.Repeat, Single: s.Single,
		Seed: s.Seed, Seeds: s.Seeds, Axes: s.Axes, Metrics: MetricNames(), Shard: shard,
	}
	for _, preset := range s.Presets {
		p.Strategies = append(p.Strategies, preset.Name)
	}
	return p
}

// Merge puts the shards of a sweep together, in whatever order they come. The
// result is the one of a single process.
func Merge(parts []*Part) (*Part, error) {
	if len(parts) == 0 {
		return nil, errors.New("there is nothing to merge; accepted are the shards of one sweep")
	}
	first := parts[0]
	seen := make(map[int]bool)
	for _, p := range parts {
		switch {
		case p.Format != partFormat || !slices.Equal(p.Metrics, MetricNames()):
			return nil, fmt.Errorf("%q is not a shard that this version wrote; accepted is %q", p.Format, partFormat)
		case p.Shard.Count != first.Shard.Count || !reflect.DeepEqual(p.header(), first.header()):
			return nil, fmt.Errorf("%v and %v are of different sweeps", first.Shard, p.Shard)
		case p.damaged():
			return nil, fmt.Errorf("%v is damaged: it does not have its runs", p.Shard)
		case seen[p.Shard.Index]:
			return nil, fmt.Errorf("%v is given twice", p.Shard)
		}
		seen[p.Shard.Index] = true
	}
	for i := range first.Shard.Count {
		if !seen[i+1] {
			return nil, fmt.Errorf("%v is missing", Shard{i + 1, first.Shard.Count})
		}
	}
	whole := first.header()
	whole.Runs, whole.Broken = make([][]float64, whole.total()), make(map[int]string)
	for _, p := range parts {
		for i, run := range p.Shard.runs(len(whole.Runs)) {
			whole.Runs[run] = p.Runs[i]
			if what, broken := p.Broken[run]; broken {
				whole.Broken[run] = what
			}
		}
	}
	return &whole, nil
}

// header is what all shards of a sweep have in common.
func (p *Part) header() Part {
	h := *p
	h.Shard, h.Runs, h.Broken = Shard{}, nil, nil
	return h
}

func (p *Part) damaged() bool {
	total := p.total()
	return p.Shard.Validate() != nil || total < 1 || total > sweepMax || len(p.Runs) != len(p.Shard.runs(total)) ||
		slices.ContainsFunc(p.Runs, func(run []float64) bool { return len(run) != len(p.Metrics) })
}

// total is how many runs the sweep has.
func (p *Part) total() int { return p.cells() * p.Seeds }

// cells is how many cells the sweep has.
func (p *Part) cells() int {
	n := len(p.Strategies)
	for _, a := range p.Axes {
		n *= len(a.Values)
	}
	return n
}
