package study_test

import (
	"context"
	"testing"

	"stampede/model/scenario"
	"stampede/study"
)

// A seed that someone wrote down must go on naming the same run. What a digest
// covers may change only together with the digest's version.
func TestSeedsKeepTheirRuns(t *testing.T) {
	for _, c := range []struct{ scenario, strategy, digest string }{
		{"hot-key", "lock", "v1:9ee154cddab44a1cb80f323e173b9baf"},
		{"hot-key", "xfetch", "v1:51478e21d3572e7926e2587d34668791"},
	} {
		t.Run(c.scenario+"/"+c.strategy, func(t *testing.T) {
			sc, err := scenario.Load(c.scenario)
			if err != nil {
				t.Fatal(err)
			}
			preset, err := study.Strategy(c.strategy)
			if err != nil {
				t.Fatal(err)
			}
			out, err := study.Run{Scenario: sc, Strategy: preset, Seed: 42}.Modelled(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if out.Result.Digest != c.digest {
				t.Errorf("seed 42 has the digest %s, want %s", out.Result.Digest, c.digest)
			}
		})
	}
}

func BenchmarkModelledHotKey(b *testing.B) {
	sc, err := scenario.Load("hot-key")
	if err != nil {
		b.Fatal(err)
	}
	preset, err := study.Strategy("lock")
	if err != nil {
		b.Fatal(err)
	}
	var events uint64
	for b.Loop() {
		out, err := study.Run{Scenario: sc, Strategy: preset, Seed: 42}.Modelled(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		events += out.Result.Events
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}
