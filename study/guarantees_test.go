package study_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// conditions are what every preset has to stand: the scenarios that compare is for.
var conditions = []string{"hot-key", "hundred-keys", "cold-start", "error-burst", "slow-origin"}

// Each preset keeps what its row in the table guarantees, in every condition.
func TestPresetsKeepTheirGuarantees(t *testing.T) {
	t.Parallel()
	for _, name := range conditions {
		for _, seed := range []uint64{1, 2} {
			t.Run(fmt.Sprintf("%s/seed=%d", name, seed), func(t *testing.T) {
				t.Parallel()
				sc, runs := load(t, name), make(map[string]observe.Result)
				for _, p := range strategies.All() {
					runs[p.Name] = modelled(t, name, p.Name, seed)
				}
				for _, p := range strategies.All() {
					for _, g := range append(guarantees[p.Name], sound...) {
						if g.only != nil && !slices.Contains(g.only, name) {
							continue
						}
						if r := runs[p.Name]; !g.kept(r, sc, runs) {
							t.Errorf("%s: %q is not kept: %+v", p.Name, g.says, r)
						}
					}
				}
			})
		}
	}
}

// Whatever the table promises, this test asks for.
func TestEveryPresetHasItsGuarantees(t *testing.T) {
	for _, p := range strategies.All() {
		if len(guarantees[p.Name]) == 0 {
			t.Errorf("%s: nothing is asked of it", p.Name)
		}
	}
	if len(guarantees) != len(strategies.All()) {
		t.Error("there are guarantees of what is no preset")
	}
}

// guarantee is what a row of the table says, as a condition on a run; runs are those
// of all presets with the same seed.
type guarantee struct {
	says string
	kept func(r observe.Result, sc scenario.Scenario, runs map[string]observe.Result) bool
	only []string // conditions; nil is all
}

// of is a guarantee about the figures of the run alone.
func of(says string, kept func(observe.Result) bool, only ...string) guarantee {
	return guarantee{says, func(r observe.Result, _ scenario.Scenario, _ map[string]observe.Result) bool { return kept(r) }, only}
}

// sound is asked of all.
var sound = []guarantee{
	of("no promise is broken", func(r observe.Result) bool { return r.ViolationCount == 0 && r.ForeignDeletes == 0 }),
	of("each read is answered", func(r observe.Result) bool {
		return r.Unfinished == 0 && r.Empty == 0 && r.Reads == r.Hits+r.Misses+r.Stale+r.Errors
	}),
	{"no errors but those of the origin, of a limit, and of who has waited for too long", func(r observe.Result, sc scenario.Scenario, _ map[string]observe.Result) bool {
		return r.Errors == 0 || r.Strategy == "origin-guard" || sc.Name == "error-burst" || sc.Name == "slow-origin"
	}, nil},
	{"old values from those only who keep them", func(r observe.Result, _ scenario.Scenario, _ map[string]observe.Result) bool {
		keep := []string{"lock-stale", "swr", "swr-lock", "swr-xfetch", "logical-ttl", "lease", "fail-safe"}
		return r.Stale == 0 || slices.Contains(keep, r.Strategy)
	}, nil},
}

var (
	everyMiss = of("whoever misses recomputes", func(r observe.Result) bool { return r.Recomputes == r.Misses+r.Errors && r.EarlyRecomputes == 0 })
	// A load that fails is followed by another of the same episode: that is no
	// duplicate of it.
	onePerCluster = of("one recompute per cluster, and none beside it", func(r observe.Result) bool {
		return r.Overlap.Max <= 1 && r.DuplicateRecomputes <= r.FailedLoads
	})
	neverExpires = of("a busy key never expires", func(r observe.Result) bool { return r.Expiries == 1 && r.EarlyRecomputes > 0 }, "hot-key")
	atOnce       = of("the old value is served at once", func(r observe.Result) bool {
		return r.Stale > 0 && r.Errors == 0 && r.LatencyMS.P999 < 10
	}, "error-burst", "slow-origin")
	atOnceFromTheFirst = of("after the cold start no read waits", func(r observe.Result) bool { return r.Waiters == 0 }, "hot-key")
	neverFails         = of("the old value, and no failure", func(r observe.Result) bool { return r.Stale > 0 && r.Errors == 0 }, "slow-origin")
)

// less says that a figure is below that of another preset.
func less(says, than string, figure func(observe.Result) float64, only ...string) guarantee {
	return guarantee{says, func(r observe.Result, _ scenario.Scenario, runs map[string]observe.Result) bool {
		return figure(r) < figure(runs[than])
	}, only}
}

func commands(r observe.Result) float64  { return float64(r.Redis.Commands) }
func contended(r observe.Result) float64 { return float64(r.Locks.Contended) }

var guarantees = map[string][]guarantee{
	"naive": {everyMiss},
	"jitter": {
		everyMiss,
		of("one hot key stampedes as before", func(r observe.Result) bool { return r.Recomputes == 100*r.Expiries }, "hot-key"),
	},
	"singleflight": {{"P processes recompute at most P times for each expiry", func(r observe.Result, sc scenario.Scenario, _ map[string]observe.Result) bool {
		p := uint64(sc.Processes)
		return r.Recomputes-r.FailedLoads <= p*r.Episodes && r.Overlap.Max <= int(p)
	}, nil}},
	"lock":       {onePerCluster},
	"lock-stale": {onePerCluster, neverFails},
	"lock-notify": {
		onePerCluster,
		less("woken by the release instead of polling", "lock", commands, "hot-key", "hundred-keys", "cold-start", "slow-origin"), // elsewhere loads are as short as polls
	},
	"lock-watchdog": {onePerCluster},
	"lock-fenced":   {onePerCluster},
	"two-tier": {
		onePerCluster,
		less("one waiter per process", "lock", contended),
	},
	"xfetch":      {neverExpires},
	"xfetch-lock": {onePerCluster, neverExpires, atOnceFromTheFirst},
	"logical-ttl": {onePerCluster, of("the others take the old value", func(r observe.Result) bool { return r.Stale > 0 }, "hot-key", "error-burst", "slow-origin")},
	"swr": {atOnce, atOnceFromTheFirst, of("each such read refreshes", func(r observe.Result) bool {
		return r.Recomputes >= r.Stale
	})},
	"swr-lock":      {onePerCluster, atOnce, atOnceFromTheFirst},
	"swr-xfetch":    {atOnce, atOnceFromTheFirst, neverExpires},
	"refresh-ahead": {onePerCluster},
	"scheduled": {
		of("entries have no TTL", func(r observe.Result) bool { return r.ExpiryCauses["expired"] == 0 }),
		{"one per cluster rewrites them in each interval", func(r observe.Result, sc scenario.Scenario, _ map[string]observe.Result) bool {
			intervals := uint64(time.Duration(sc.Duration)/time.Duration(sc.Cache.TTL)) + 1
			return r.Recomputes-r.FailedLoads <= intervals*uint64(sc.Keys)
		}, nil},
		of("no read waits, or fails", func(r observe.Result) bool { return r.Waiters == 0 && r.Errors == 0 }, "hot-key", "hundred-keys", "error-burst", "slow-origin"),
	},
	"lease":   {onePerCluster, neverFails},
	"redlock": {onePerCluster},
	"origin-guard": {{"at most so many recomputes in progress per process", func(r observe.Result, sc scenario.Scenario, _ map[string]observe.Result) bool {
		return r.MaxConcurrentRecomputes <= sc.Processes*sc.Cache.Guard.Concurrent
	}, nil}},
	"fail-safe": {
		onePerCluster,
		of("while loads fail the old value is served", func(r observe.Result) bool { return r.Errors == 0 && r.Stale > 0 }, "error-burst"),
		lessAndLess,
	},
	"negative": {onePerCluster, lessAndLess},
}

// Five seconds of failures have room for attempts after 0, 1 and 1+2 seconds.
var lessAndLess = guarantee{"the failing origin is asked ever more seldom", func(r observe.Result, sc scenario.Scenario, _ map[string]observe.Result) bool {
	return r.FailedLoads > 0 && r.FailedLoads <= 3*uint64(sc.Keys)
}, []string{"error-burst"}}

// Keys that are written together expire apart: the peak is less than half of what it
// is without jitter, where a load is short and each key is loaded by whoever misses it.
func TestJitterSpreadsTheExpiries(t *testing.T) {
	t.Parallel()
	peak := func(strategy string) int {
		return modelled(t, "hundred-keys", strategy, 1, "recompute=20ms").PeakRecomputes.Count
	}
	if with, without := peak("jitter"), peak("naive"); 2*with > without {
		t.Errorf("at most %d recomputes in 100 ms with jitter, %d without", with, without)
	}
}

// A lock under a watchdog may be shorter than the load: it still lets no one else in.
func TestTheWatchdogKeepsAShortLock(t *testing.T) {
	t.Parallel()
	r := modelled(t, "hot-key", "lock-watchdog", 1, "lock-ttl=120ms")
	if r.Overlap.Max != 1 || r.DuplicateRecomputes != 0 || r.Locks.Lost != 0 {
		t.Errorf("%d at once, %d duplicates, %d locks lost", r.Overlap.Max, r.DuplicateRecomputes, r.Locks.Lost)
	}
	if r := modelled(t, "hot-key", "lock", 1, "lock-ttl=120ms"); r.DuplicateRecomputes == 0 {
		t.Error("without it there are no duplicates: the lock is not too short")
	}
}
