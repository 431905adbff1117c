package study_test

import (
	"context"
	"path"
	"testing"

	"stampede/model/scenario"
	"stampede/study"
)

// Each case of the corpus shows its bug with the faulty variant, and not with the
// right one: what its expectations say holds, in every variant and under several
// seeds.
func TestTheCorpusShowsItsBugs(t *testing.T) {
	t.Parallel()
	for _, sc := range scenario.Corpus() {
		if len(sc.Variants) == 0 || sc.About == "" || sc.Source == "" {
			t.Errorf("%s: a case has variants, about and source", sc.Name)
		}
		for _, v := range sc.Variants {
			t.Run(path.Join(sc.Name, v.Name), func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(2) {
					requireShows(t, sc, v.Name, seed+1)
				}
			})
		}
	}
}

func requireShows(t *testing.T, sc scenario.Scenario, variant string, seed uint64) {
	t.Helper()
	varied, err := sc.Variant(variant)
	if err != nil {
		t.Fatal(err)
	}
	preset, err := varied.Strategy.Preset()
	if err != nil {
		t.Fatal(err)
	}
	o, err := study.Run{Scenario: varied, Variant: variant, Strategy: preset, Seed: seed}.Modelled(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Result.Expectations) == 0 {
		t.Error("nothing is expected")
	}
	for _, e := range o.Result.Expectations {
		if !e.Holds {
			t.Errorf("seed %d: %s: the value is %s %s", seed, e.Text, e.Value, e.Bound)
		}
	}
}
