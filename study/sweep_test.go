package study_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"stampede/study"
)

func smallSweep(t *testing.T) study.Sweep {
	t.Helper()
	s := study.Sweep{Scenario: load(t, "poisson-hot-key", "duration=8s", "ttl=2s"), Seed: 7, Seeds: 3, Repeat: "again"}
	for _, text := range []string{"beta=0.5,1", "recompute=100ms,200ms"} {
		a, err := study.ParseAxis(text, s.Scenario)
		if err != nil {
			t.Fatal(err)
		}
		s.Axes = append(s.Axes, a)
	}
	var err error
	if s.Presets, err = study.Strategies("lock,xfetch"); err != nil {
		t.Fatal(err)
	}
	return s
}

func sweep(t *testing.T, s study.Sweep, shard study.Shard, workers int) *study.Part {
	t.Helper()
	p, err := s.Run(t.Context(), shard, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSweepDoesNotDependOnItsWorkers(t *testing.T) {
	t.Parallel()
	s := smallSweep(t)
	one := sweep(t, s, study.Shard{}, 1)
	for _, workers := range []int{2, 5, 100} {
		if many := sweep(t, s, study.Shard{}, workers); !reflect.DeepEqual(many, one) {
			t.Errorf("%d workers found other figures than one", workers)
		}
	}
}

// A sweep adds nothing of its own: each of its runs is the run that one gets by
// making the same settings by hand.
func TestSweepMakesTheRunsOfTheGrid(t *testing.T) {
	t.Parallel()
	s := smallSweep(t)
	grid := sweep(t, s, study.Shard{}, 2).Grid()
	if len(grid.Cells) != 8 {
		t.Fatalf("%d cells, want 8", len(grid.Cells))
	}
	c := grid.Cells[5]
	if c.Strategy != "xfetch" || c.Settings["beta"] != "1" || c.Settings["recompute"] != "100ms" {
		t.Fatalf("cell 5 is %s with %v", c.Strategy, c.Settings)
	}
	sum, least := 0.0, 1e9
	for seed := range uint64(3) {
		r := modelled(t, "poisson-hot-key", "xfetch", 7+seed, "duration=8s", "ttl=2s", "beta=1", "recompute=100ms")
		sum += float64(r.Recomputes)
		least = min(least, float64(r.Recomputes))
	}
	if got := c.Metrics["recomputes"]; got.Mean != sum/3 || got.Min != least || got.StdErr <= 0 {
		t.Errorf("recomputes %+v, want mean %v, min %v", got, sum/3, least)
	}
}

func TestShardsMergeToTheWholeInAnyOrder(t *testing.T) {
	t.Parallel()
	s := smallSweep(t)
	whole := sweep(t, s, study.Shard{}, 2)
	for _, n := range []int{1, 3, 24, 30} { // of 24 runs
		parts := make([]*study.Part, n)
		for i := range parts {
			text, err := json.Marshal(sweep(t, s, study.Shard{Index: i + 1, Count: n}, 2))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &parts[i]); err != nil {
				t.Fatal(err)
			}
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		merged, err := study.Merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(merged, whole) {
			t.Errorf("%d shards are not the whole", n)
		}
	}
}

func TestMergeRefusesWhatIsNotOneSweep(t *testing.T) {
	t.Parallel()
	s := smallSweep(t)
	a, b := sweep(t, s, study.Shard{Index: 1, Count: 2}, 2), sweep(t, s, study.Shard{Index: 2, Count: 2}, 2)
	changed := func(change func(*study.Part)) *study.Part {
		p := *b
		change(&p)
		return &p
	}
	for want, parts := range map[string][]*study.Part{
		"nothing to merge":                nil,
		"shard 2/2 is missing":            {a},
		"shard 1/2 is given twice":        {a, a},
		"different sweeps":                {a, changed(func(p *study.Part) { p.Seed++ })},
		"1/2 and shard 2/3 are of diff":   {a, changed(func(p *study.Part) { p.Shard.Count++ })},
		"shard 2/2 is damaged":            {a, changed(func(p *study.Part) { p.Runs = p.Runs[1:] })},
		"shard 3/2 is damaged":            {a, changed(func(p *study.Part) { p.Shard.Index++ })},
		"not a shard that this version w": {a, changed(func(p *study.Part) { p.Format = "?" })},
	} {
		if _, err := study.Merge(parts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// A grid is checked as a whole before its first run.
func TestSweepChecksTheGridFirst(t *testing.T) {
	t.Parallel()
	s := smallSweep(t)
	s.Axes = append(s.Axes, study.Axis{Name: "from", Values: []string{"0s", "9s"}})
	_, err := s.Run(t.Context(), study.Shard{}, 2, func(int, int) { t.Error("a run was made") })
	if err == nil || !strings.Contains(err.Error(), "beta=0.5 recompute=100ms from=9s: from is 9s") {
		t.Errorf("error %v does not say where the grid is wrong", err)
	}
	s = smallSweep(t)
	s.Axes = append(s.Axes, s.Axes[0])
	if _, err := s.Run(t.Context(), study.Shard{}, 2, nil); err == nil || !strings.Contains(err.Error(), "beta is varied twice") {
		t.Errorf("error %v", err)
	}
	s = smallSweep(t)
	s.Seeds = 10_000_000
	if _, err := s.Run(t.Context(), study.Shard{}, 2, nil); err == nil || !strings.Contains(err.Error(), "too many runs") {
		t.Errorf("error %v", err)
	}
}
