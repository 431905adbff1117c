package study_test

import (
	"fmt"
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
			for _, seed := range []uint64{1, 2} {
				t.Run(fmt.Sprintf("%s/%s/seed=%d", sc.Name, v.Name, seed), func(t *testing.T) {
					t.Parallel()
					requireShows(t, sc, v.Name, seed)
				})
			}
		}
	}
}

func requireShows(t *testing.T, sc scenario.Scenario, variant string, seed uint64) {
	t.Helper()
	varied, err := sc.Variant(variant)
	if err != nil {
		t.Fatal(err)
	}
	o, err := study.Run{Scenario: varied, Variant: variant, Strategy: preset(t, string(varied.Strategy)), Seed: seed}.Modelled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Result.Expectations) == 0 {
		t.Error("nothing is expected")
	}
	for _, e := range o.Result.Expectations {
		if !e.Holds {
			t.Errorf("%s: the value is %s %s", e.Text, e.Value, e.Bound)
		}
	}
}
