package study_test

import (
	"fmt"
	"testing"

	"stampede/internal/redistest"
	"stampede/live"
	"stampede/model/observe"
	"stampede/strategies"
	"stampede/study"
)

// Every strategy passes the same suite in virtual time, on miniredis and on a real
// Redis, made by the same constructor.
func TestStrategiesDoTheSameInEveryWorld(t *testing.T) {
	sc := load(t, "hot-key", "duration=1200ms", "from=0s", fmt.Sprintf("workers=%d", workers), "think=10ms", "ttl=400ms",
		"recompute=60ms", "processes=3", "lock-ttl=2s", "period=400ms")
	worlds := []struct {
		name string
		run  func(*testing.T, study.Run) (study.Outcome, error)
	}{
		{"model", func(t *testing.T, r study.Run) (study.Outcome, error) { return r.Modelled(t.Context()) }},
		{"miniredis", func(t *testing.T, r study.Run) (study.Outcome, error) {
			return r.Live(t.Context(), live.Config{Redis: live.Miniredis})
		}},
		{"redis", func(t *testing.T, r study.Run) (study.Outcome, error) {
			return r.Live(t.Context(), live.Config{Redis: redistest.Start(t).URL()})
		}},
	}
	for _, w := range worlds {
		for _, p := range strategies.All() {
			t.Run(w.name+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				o, err := w.run(t, study.Run{Scenario: sc, Strategy: p, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				requireSame(t, p, o.Result)
			})
		}
	}
}

const workers = 15

func requireSame(t *testing.T, p strategies.Preset, r observe.Result) {
	t.Helper()
	c := p.Choices
	if r.Reads < 100 || r.Reads != r.Hits+r.Misses+r.Stale+r.Errors || r.Unfinished != 0 {
		t.Errorf("%d reads: %d hits, %d misses, %d stale, %d errors, %d unfinished", r.Reads, r.Hits, r.Misses, r.Stale, r.Errors, r.Unfinished)
	}
	if r.Recomputes < 2 || r.Hits < r.Reads/3 {
		t.Errorf("%d recomputes, %d hits of %d reads", r.Recomputes, r.Hits, r.Reads)
	}
	if r.ViolationCount != 0 || r.ForeignDeletes != 0 || r.Locks.Lost != 0 && !c.Redlock { // a slow server counts as lost
		t.Errorf("%d foreign deletes, %d lost locks, violations %+v", r.ForeignDeletes, r.Locks.Lost, r.Violations)
	}
	if (c.Lock || c.Lease || c.Redlock || c.Scheduled) && r.DuplicateRecomputes != 0 {
		t.Errorf("%d duplicates in %d episodes", r.DuplicateRecomputes, r.Episodes)
	}
	if (c.SWR && !c.XFetch || c.Lease) && r.Stale == 0 {
		t.Error("nothing stale was served")
	}
	if r.Waiters < 1 || r.Waiters > workers {
		t.Errorf("%d reads waited at one time: the first of %d workers have to", r.Waiters, workers)
	}
	if !c.OriginGuard && r.Errors != 0 {
		t.Errorf("%d errors", r.Errors)
	}
}
