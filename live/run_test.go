package live

import (
	"sync"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
)

// The counts hold however slow the machine is: how many expiries fit into the run
// is left open, what comes of each is not.
func TestStrategiesKeepTheirPromises(t *testing.T) {
	const (
		workers   = 20
		processes = 4
	)
	promises := []struct {
		strategy string
		check    func(*testing.T, observe.Result)
	}{
		{"naive", func(t *testing.T, r observe.Result) {
			// At the cold start all ask at once, before any of them can have
			// loaded.
			if r.Recomputes < workers || r.Recomputes > workers*r.Expiries {
				t.Errorf("%d recomputes in %d expiries", r.Recomputes, r.Expiries)
			}
			if r.DuplicateRecomputes != r.Recomputes-r.Episodes {
				t.Errorf("%d duplicates of %d recomputes in %d episodes", r.DuplicateRecomputes, r.Recomputes, r.Episodes)
			}
		}},
		{"singleflight", func(t *testing.T, r observe.Result) {
			if r.Recomputes < processes || r.Recomputes > processes*r.Expiries {
				t.Errorf("%d recomputes in %d expiries", r.Recomputes, r.Expiries)
			}
		}},
		{"lock", onePerExpiry},
		{"two-tier", onePerExpiry},
		{"xfetch", func(t *testing.T, r observe.Result) {
			if r.EarlyRecomputes == 0 || r.LeadMS.Mean <= 0 || r.LeadMS.Mean > 300 {
				t.Errorf("%d of %d recomputes were early, %v ms ahead", r.EarlyRecomputes, r.Recomputes, r.LeadMS.Mean)
			}
		}},
		{"xfetch-lock", func(t *testing.T, r observe.Result) {
			if r.EarlyRecomputes == 0 || r.MaxConcurrentRecomputes != 1 || r.DuplicateRecomputes != 0 {
				t.Errorf("%d early recomputes, %d at once, %d duplicates", r.EarlyRecomputes, r.MaxConcurrentRecomputes, r.DuplicateRecomputes)
			}
		}},
	}
	onBoth(t, func(t *testing.T, address string) {
		for _, p := range promises {
			t.Run(p.strategy, func(t *testing.T) {
				r := play(t, address, p.strategy, hotKey(t))
				if r.ExpiryCauses["cold start"] != 1 || r.ExpiryCauses["invalidation"] != 0 {
					t.Errorf("expiries: %v", r.ExpiryCauses)
				}
				if r.ForeignDeletes != 0 || r.Locks.Lost != 0 {
					t.Errorf("%d foreign deletes, %d locks lost", r.ForeignDeletes, r.Locks.Lost)
				}
				p.check(t, r)
			})
		}
	})
}

func onePerExpiry(t *testing.T, r observe.Result) {
	if r.Recomputes != r.Expiries || r.MaxConcurrentRecomputes != 1 {
		t.Errorf("%d recomputes in %d expiries, %d at once", r.Recomputes, r.Expiries, r.MaxConcurrentRecomputes)
	}
	if r.Locks.Acquired < r.Recomputes || r.Locks.Contended == 0 {
		t.Errorf("locks: %+v", r.Locks)
	}
}

// A load that outlives its lock deletes the next holder's, unless the release
// compares tokens. The first load is delivered when the second has begun, however
// slow the machine is: so two are at work at once.
func TestForeignDeletesAreCountedFromTheAnswer(t *testing.T) {
	onBoth(t, func(t *testing.T, address string) {
		for _, strategy := range []string{"lock-plain-del", "lock"} {
			t.Run(strategy, func(t *testing.T) {
				r := playGated(t, address, strategy, hotKey(t, "recompute=150ms", "lock-ttl=100ms"))
				if got, want := r.ForeignDeletes > 0, strategy == "lock-plain-del"; got != want {
					t.Errorf("%d foreign deletes", r.ForeignDeletes)
				}
				if strategy == "lock" && r.Locks.Lost == 0 {
					t.Error("the late release found its lock")
				}
				if r.MaxConcurrentRecomputes < 2 || r.Overlap.Max < 2 {
					t.Errorf("%d recomputes at once, of one key %d; the lock was gone before the first was done", r.MaxConcurrentRecomputes, r.Overlap.Max)
				}
			})
		}
	})
}

// playGated plays a scenario whose first load waits for the second.
func playGated(t *testing.T, address, strategy string, sc scenario.Scenario) observe.Result {
	t.Helper()
	c := Config{Scenario: sc, Strategy: presetNamed(t, strategy), Seed: 1, Redis: address}
	s, err := openServer(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.close() }()
	summary := observe.NewSummary(time.Duration(sc.Bucket), time.Duration(sc.From))
	begun, gate := 0, make(chan struct{})
	r, err := newRun(t.Context(), c, s, newPrefix(), []observe.Sink{summary, sinkFunc(func(e *observe.Event) {
		if e.Kind != observe.RecomputeStart {
			return
		}
		if begun++; begun == 2 {
			close(gate)
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	var first sync.Once
	r.origin.after = func(d time.Duration, deliver func()) {
		waits := false
		first.Do(func() { waits = true })
		time.AfterFunc(d, func() {
			if waits {
				<-gate
			}
			deliver()
		})
	}
	if err := r.play(); err != nil {
		t.Fatal(err)
	}
	return summary.Result()
}

func TestAtomicPublishKeepsThePromiseOfTheLock(t *testing.T) {
	onBoth(t, func(t *testing.T, address string) {
		r := play(t, address, "lock", hotKey(t, "cache.lock.atomic-publish=true"))
		onePerExpiry(t, r)
		if r.Expiries < 2 || r.Locks.Lost != 0 {
			t.Errorf("%d expiries, %+v", r.Expiries, r.Locks)
		}
	})
}

func TestAWarmStartMeetsNoColdCache(t *testing.T) {
	onBoth(t, func(t *testing.T, address string) {
		r := play(t, address, "naive", hotKey(t, "start=warm", "ttl=1m", "keys=2500"))
		if r.Recomputes != 0 || r.Hits != r.Reads || r.Expiries != 0 {
			t.Errorf("%d recomputes, %d hits of %d reads", r.Recomputes, r.Hits, r.Reads)
		}
	})
}

func TestLoadsQueueForTheOriginsConnections(t *testing.T) {
	r := play(t, Miniredis, "naive", hotKey(t, "origin.connections=3"))
	if r.Origin.MaxConcurrent != 3 || r.Origin.QueueMax < 3 || r.MaxConcurrentRecomputes <= 3 {
		t.Errorf("%+v, %d recomputes at once", r.Origin, r.MaxConcurrentRecomputes)
	}
}

// The arrivals are a function of the seed: the model counts as many.
func TestAnOpenStreamDoesNotWaitForAnswers(t *testing.T) {
	sc := openStream(t)
	for _, strategy := range []string{"naive", "lock"} {
		if r := play(t, Miniredis, strategy, sc); r.Reads != modelledReads(t, sc) {
			t.Errorf("%s: %d reads, in the model %d", strategy, r.Reads, modelledReads(t, sc))
		}
	}
}
