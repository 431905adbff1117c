package world

import (
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// starts collects when reads start.
type starts []time.Duration

func (s *starts) Observe(e *observe.Event) {
	if e.Kind == observe.ReadStart {
		*s = append(*s, e.At)
	}
}

func TestARampSpreadsTheFirstReads(t *testing.T) {
	for ramp, step := range map[string]time.Duration{"0s": 0, "2s": 500 * time.Millisecond} {
		s, err := scenario.Load("hot-key")
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range []string{"workers=4", "think=1h", "ramp=" + ramp} {
			if err := s.Set(set); err != nil {
				t.Fatal(err)
			}
		}
		var got starts
		if err := Run(Config{Scenario: s, Strategy: strategies.All()[0], Seed: 1}, &got); err != nil {
			t.Fatal(err)
		}
		if want := (starts{0, step, 2 * step, 3 * step}); !slices.Equal(got, want) {
			t.Errorf("ramp %s: reads start at %v, want %v", ramp, got, want)
		}
	}
}
