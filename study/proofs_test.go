package study_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"stampede/internal/redistest"
	"stampede/live"
	"stampede/model/observe"
	"stampede/study"
)

// What a scenario of a fault must show, it shows in the model and on real servers,
// each time.
func TestProofsHoldInBothWorlds(t *testing.T) {
	redistest.Need(t)
	turns := make(chan struct{}, 5) // a set of Sentinels takes a share of the machine
	for _, c := range []struct {
		scenario, variant, redis string
		times                    int
	}{
		{"pairs/double-grant", "lock", live.AutoSentinel, 5},
		{"pairs/double-grant", "fenced", live.AutoSentinel, 5},
		{"pairs/lost-reply", "", live.Auto, 5},
		{"corpus/D21a", "faulty", live.AutoCluster, 1},
		{"corpus/D21a", "right", live.AutoCluster, 1},
		{"pairs/node-failover", "", live.AutoCluster, 1},
	} {
		t.Run(c.scenario+" "+c.variant, func(t *testing.T) {
			t.Parallel()
			run := proof(t, c.scenario, c.variant)
			lives, errs := make([]study.Outcome, c.times), make([]error, c.times)
			var work sync.WaitGroup
			for i := range c.times {
				again := run
				again.Seed += uint64(i)
				out, err := again.Modelled(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				shown(t, "the model", out)
				work.Go(func() {
					turns <- struct{}{}
					defer func() { <-turns }()
					// The instants of a proof lie half a second apart: where the machine
					// stood still they may have changed places, and that shows nothing.
					for range 3 {
						lives[i], errs[i] = again.Live(t.Context(), live.Config{Redis: c.redis})
						if errs[i] == nil && (holds(lives[i]) || !again.Disturbed(lives[i])) {
							break
						}
					}
				})
			}
			work.Wait()
			for i, out := range lives {
				if errs[i] != nil {
					t.Error(errs[i])
					continue
				}
				shown(t, out.Result.Backend, out)
			}
		})
	}
}

func proof(t *testing.T, name, variant string) study.Run {
	t.Helper()
	sc := load(t, "../scenarios/"+name+".yaml")
	if variant != "" {
		var err error
		if sc, err = sc.Variant(variant); err != nil {
			t.Fatal(err)
		}
	}
	return study.Run{Scenario: sc, Variant: variant, Strategy: preset(t, string(sc.Strategy)), Seed: 1}
}

func holds(out study.Outcome) bool {
	return !slices.ContainsFunc(out.Result.Expectations, func(e observe.Expectation) bool { return !e.Holds })
}

// shown checks that a run meets what its scenario expects.
func shown(t *testing.T, world string, out study.Outcome) {
	t.Helper()
	if len(out.Result.Expectations) == 0 {
		t.Error("the scenario expects nothing")
	}
	for _, e := range out.Result.Expectations {
		if !e.Holds {
			t.Errorf("%s, seed %d: %s is %s", world, out.Result.Seed, e.Text, e.Value)
		}
	}
}
