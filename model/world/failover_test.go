package world_test

import (
	"testing"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
)

// The lock promises one recompute for each expiry as long as Redis keeps its word.
// Three failovers a run, each near an expiry, break the promise now and then; every
// duplicate is then owed to a lock that a failover took away, so that no violation
// is left without an excuse.
func TestEveryDuplicateOfTheLockIsOwedToAFailover(t *testing.T) {
	t.Parallel()
	var duplicates, dropped, failovers uint64
	for seed := range uint64(20) {
		c := config(t, "hot-key", "lock", seed)
		sentinels(&c.Scenario)
		for _, expiry := range []time.Duration{1200 * ms, 2400 * ms, 3600 * ms} {
			c.Scenario.Faults = append(c.Scenario.Faults, scenario.Fault{
				Do: fault.Failover, To: fault.Target{Who: fault.Primary}, At: scenario.Length(expiry + time.Duration(seed)*3*ms),
			})
		}
		summary := observe.NewSummary(100*ms, 0)
		single, err := props.Named("single-recompute")
		if err != nil {
			t.Fatal(err)
		}
		watch := props.NewWatchOver(props.Run{}, single)
		if err := world.Run(c, summary, watch); err != nil {
			t.Fatal(err)
		}
		if violations, n := watch.Violations(); n > 0 {
			t.Errorf("seed %d: %d violations, the first %+v", seed, n, violations[0])
		}
		r := summary.Result()
		duplicates += r.DuplicateRecomputes
		dropped += r.Locks.Dropped
		failovers += *r.Redis.Failovers
	}
	if failovers != 60 || duplicates == 0 || duplicates > dropped {
		t.Errorf("%d failovers, %d duplicates, %d locks dropped", failovers, duplicates, dropped)
	}
}
