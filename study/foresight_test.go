package study_test

import (
	"testing"

	"stampede/model/scenario"
	"stampede/study"
)

// Whose reads neither wait nor get old values needs no fewer recomputes than foresight.
// A lock lets them wait, and so may need fewer: its entries live from the end of the load
// on, and what is read during the load is served by it too.
func TestNoProtectionWithoutWaitsNeedsLessThanForesight(t *testing.T) {
	sc, err := scenario.Load("poisson-hot-key")
	if err == nil {
		err = sc.Set("duration=60s")
	}
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for seed := range uint64(10) {
		o, err := study.Run{Scenario: sc, Strategy: preset(t, "xfetch-lock"), Seed: seed}.Modelled(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r := o.Result; r.Misses+r.Stale+r.Errors == 0 {
			compared++
			if r.Recomputes < o.Foresight.Recomputes {
				t.Errorf("seed %d: %d recomputes, and %d with foresight", seed, r.Recomputes, o.Foresight.Recomputes)
			}
		}
	}
	if compared == 0 {
		t.Error("in every run some read waited")
	}
	if err := sc.Set("recompute=2s"); err != nil {
		t.Fatal(err)
	}
	o, err := study.Run{Scenario: sc, Strategy: preset(t, "lock"), Seed: 1}.Modelled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if o.Result.Recomputes >= o.Foresight.Recomputes || o.Result.Waiters == 0 {
		t.Errorf("a lock needs %d recomputes, with %d reads that wait, and foresight %d", o.Result.Recomputes, o.Result.Waiters, o.Foresight.Recomputes)
	}
}
