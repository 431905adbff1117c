package study_test

import (
	"testing"

	"stampede/internal/redistest"
	"stampede/live"
	"stampede/study"
)

// What the model says is true of a real server: every count agrees, exactly or, on a
// machine that does not stand still, within its sampling error. Latencies and rates
// depend on what else the machine does; docs/fidelity.md has them.
func TestTheModelTellsTheTruth(t *testing.T) {
	redistest.Need(t)
	for _, c := range []struct {
		name, scenario, strategy, redis string
		repeats                         int // where a count depends on the machine
	}{
		{"one hot key, naive", "light", "naive", live.Auto, 0},
		{"one hot key, lock", "light", "lock", live.Auto, 0},
		{"one hot key, two tiers, on a cluster", "light", "two-tier", live.AutoCluster, 0},
		{"early recomputation", "xfetch-short", "xfetch", live.Auto, 2},
		{"a flush", "flush", "lock", live.Auto, 0},
		{"a lock that expires", "lock-expires", "lock", live.Auto, 0},
		{"its wrong release", "lock-expires", "lock-plain-del", live.Auto, 0},
		{"a lost reply", "lost-reply", "lock", live.Auto, 0},
		{"a failover", "failover", "lock", live.AutoSentinel, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.repeats == 0 { // else it is alone, before the others, so that the machine stands still the least
				t.Parallel()
			}
			sc := load(t, "../scenarios/pairs/"+c.scenario+".yaml")
			out, err := study.Pair{
				Run: study.Run{Scenario: sc, Strategy: preset(t, c.strategy), Seed: 1}, On: live.Config{Redis: c.redis},
				Runs: 1, Seeds: 20, Tolerance: 0.2, Repeats: c.repeats,
			}.Compare(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !out.Steady && c.repeats > 0 {
				t.Logf("the machine stood still in each of %d runs: only what is exact is judged", 1+c.repeats)
			}
			for _, q := range out.Quantities {
				if q.Count && q.Judged && !q.Inside {
					t.Errorf("%s: %v in the model, %v on %s; accepted is %.2f to %.2f", q.Name, q.Model, q.Live, out.Server.Version, q.From, q.To)
				}
			}
		})
	}
}
