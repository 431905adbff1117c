package study_test

import (
	"testing"

	"stampede/internal/redistest"
	"stampede/live"
	"stampede/model/scenario"
	"stampede/study"
)

// What the model says is true of a real server: every count agrees, exactly or
// within its sampling error. Latencies and rates depend on what else the machine
// does; docs/fidelity.md has them.
func TestTheModelTellsTheTruth(t *testing.T) {
	redistest.Need(t)
	for _, c := range []struct{ name, scenario, strategy, redis string }{
		{"one hot key, naive", "light", "naive", live.Auto},
		{"one hot key, lock", "light", "lock", live.Auto},
		{"one hot key, two tiers, on a cluster", "light", "two-tier", live.AutoCluster},
		{"early recomputation", "xfetch-short", "xfetch", live.Auto},
		{"a flush", "flush", "lock", live.Auto},
		{"a lock that expires", "lock-expires", "lock", live.Auto},
		{"its wrong release", "lock-expires", "lock-plain-del", live.Auto},
		{"a lost reply", "lost-reply", "lock", live.Auto},
		{"a failover", "failover", "lock", live.AutoSentinel},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sc, err := scenario.Load("../scenarios/pairs/" + c.scenario + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			preset, err := study.Strategy(c.strategy)
			if err != nil {
				t.Fatal(err)
			}
			out, err := study.Pair{
				Run: study.Run{Scenario: sc, Strategy: preset, Seed: 1}, On: live.Config{Redis: c.redis},
				Runs: 1, Seeds: 20, Tolerance: 0.2,
			}.Compare(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range out.Quantities {
				if q.Count && !q.Inside {
					t.Errorf("%s: %v in the model, %v on %s; accepted is %.2f to %.2f", q.Name, q.Model, q.Live, out.Server.Version, q.From, q.To)
				}
			}
		})
	}
}
