package study

import (
	"testing"

	"stampede/model/scenario"
	"stampede/strategies"
)

// BenchmarkShortRun is the cost of a run that does next to nothing.
func BenchmarkShortRun(b *testing.B) {
	s, err := scenario.Load("hot-key")
	if err != nil {
		b.Fatal(err)
	}
	for _, set := range []string{"duration=100ms", "from=0s", "workers=3", "processes=2"} {
		if err := s.Set(set); err != nil {
			b.Fatal(err)
		}
	}
	r := Run{Scenario: s, Strategy: strategies.All()[3], Seed: 1}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Modelled(); err != nil {
			b.Fatal(err)
		}
	}
}
