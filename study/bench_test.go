package study

import (
	"context"
	"testing"

	"stampede/model/scenario"
	"stampede/props/generate"
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
	r := Run{Scenario: s, Strategy: preset("lock"), Seed: 1}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Modelled(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearch is a case of the search: drawn, run and judged. An operation is a
// case.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"naive", "lock", "redlock"} {
		b.Run(name, func(b *testing.B) {
			space := generate.Space{Strategy: preset(name), Faults: generate.Kinds()}
			search := Search{Space: space, Seeds: uint64(b.N), Workers: 1}
			b.ReportAllocs()
			if f, _, err := search.Run(b.Context()); err != nil || f != nil {
				b.Fatal(f, err)
			}
		})
	}
}

// BenchmarkHotKey is how fast the events of a busy run go by.
func BenchmarkHotKey(b *testing.B) {
	s, err := scenario.Load("hot-key")
	if err != nil {
		b.Fatal(err)
	}
	r := Run{Scenario: s, Strategy: preset("lock"), Seed: 42}
	var events uint64
	for b.Loop() {
		out, err := r.Modelled(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		events += out.Result.Events
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}
