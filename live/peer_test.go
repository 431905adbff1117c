package live

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"stampede/internal/redistest"
	"stampede/model/observe"
	"stampede/model/scenario"
)

// playApart plays a scenario with processes of their own, to its end.
func playApart(t *testing.T, address, strategy string, sc scenario.Scenario, sinks ...observe.Sink) observe.Result {
	t.Helper()
	summary, order := observe.NewSummary(time.Duration(sc.Bucket), time.Duration(sc.From)), new(orderSink)
	c := Config{Scenario: sc, Strategy: presetNamed(t, strategy), Seed: 1, Redis: address, Worker: ownWorker()}
	info, err := Run(t.Context(), c, append(sinks, summary, order)...)
	if err != nil {
		t.Fatalf("%+v, %v", info, err)
	}
	r := summary.Result()
	t.Logf("%s on %s: %d reads, %d errors, %d recomputes, expiries %v, %d foreign deletes, %+v, p50 %v ms, p99 %v ms",
		strategy, info.Server.Version, r.Reads, r.Errors, r.Recomputes, r.ExpiryCauses, r.ForeignDeletes, r.Locks, r.LatencyMS.P50, r.LatencyMS.P99)
	if order.wrong > 0 {
		t.Errorf("%d events went back in time", order.wrong)
	}
	return r
}

// The processes of a cold start are one herd, wherever they live, and however slow the
// machine is.
func TestProcessesOfTheirOwnCountTheSame(t *testing.T) {
	t.Parallel()
	for _, address := range []string{Miniredis, redistest.Start(t).URL()} {
		for strategy, want := range map[string]uint64{"naive": herdSize, "singleflight": 4, "lock": 1} {
			for place, worker := range map[string][]string{"here": nil, "own": ownWorker()} {
				c := Config{
					Scenario: hotKey(t, fmt.Sprintf("workers=%d", herdSize), "ttl=1m", "wait=1m", "lock-ttl=1m", "duration=300ms"), Strategy: presetNamed(t, strategy),
					Seed: 1, Redis: address, Worker: worker,
				}
				r := playHeld(t, c, want)
				if r.Recomputes != want || r.MaxConcurrentRecomputes != int(want) || r.DuplicateRecomputes != want-1 || r.Errors != 0 || r.Unfinished != 0 {
					t.Errorf("%s, %s: %d recomputes, %d at once, %d duplicates, %d errors, %d unfinished",
						strategy, place, r.Recomputes, r.MaxConcurrentRecomputes, r.DuplicateRecomputes, r.Errors, r.Unfinished)
				}
			}
		}
	}
}

// herdSize is how many read at once.
const herdSize = 100

// herd notices when so many loads have begun, and everyone waits for one.
type herd struct {
	loads, begun uint64
	waiting      int
	here         chan struct{} // closed when it is
	once         sync.Once
}

func (h *herd) Observe(e *observe.Event) {
	if e.Kind == observe.RecomputeStart {
		h.begun++
		h.look()
	}
}

func (h *herd) ObserveWaiters(_ time.Duration, waiting int) {
	h.waiting = max(h.waiting, waiting)
	h.look()
}

func (h *herd) look() {
	if h.begun == h.loads && h.waiting == herdSize {
		h.once.Do(func() { close(h.here) })
	}
}

// playHeld plays a scenario whose origin delivers nothing before the herd is there: so
// many loads have begun, and who does not load waits.
func playHeld(t *testing.T, c Config, loads uint64) observe.Result {
	t.Helper()
	s, err := openServer(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.close() }()
	summary, all := observe.NewSummary(time.Second, 0), &herd{loads: loads, here: make(chan struct{})}
	r, err := newRun(t.Context(), c, s, newPrefix(), []observe.Sink{summary, all})
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	r.origin.after = func(d time.Duration, deliver func()) {
		go func() {
			select {
			case <-all.here:
				time.AfterFunc(d, deliver)
			case <-t.Context().Done():
			}
		}()
	}
	if err := r.play(); err != nil {
		t.Fatal(err)
	}
	r.close() // all that was told is recorded
	return summary.Result()
}

// faultyApart plays a scenario with faults.
func faultyApart(t *testing.T, redis, strategy string, sc scenario.Scenario) (observe.Result, map[observe.Kind]int) {
	t.Helper()
	redistest.Need(t)
	kinds := make(map[observe.Kind]int)
	r := playApart(t, redis, strategy, sc, sinkFunc(func(e *observe.Event) { kinds[e.Kind]++ }))
	if f, ends := kinds[observe.FaultStart], kinds[observe.FaultEnd]; f == 0 || f != ends {
		t.Errorf("%d faults began and %d ended", f, ends)
	}
	return r, kinds
}

// The lock of a holder that is killed lives on until its TTL is over; then another
// loads.
func TestAKilledHolderLeavesItsLockToItsTTL(t *testing.T) {
	t.Parallel()
	sc := parse(t, "faults: [{do: crash, to: actor, upon: recompute, nth: 1, for: 300ms}]", "lock-ttl=700ms", "recompute=200ms")
	var granted []time.Duration
	times := sinkFunc(func(e *observe.Event) {
		if e.Kind == observe.LockAcquired {
			granted = append(granted, e.At)
		}
	})
	kinds := make(map[observe.Kind]int)
	r := playApart(t, Auto, "lock", sc, times, sinkFunc(func(e *observe.Event) { kinds[e.Kind]++ }))
	if kinds[observe.LockExpired] != 1 || r.Recomputes != 2 || kinds[observe.RecomputeAbandoned] != 1 || kinds[observe.ReadCrashed] == 0 {
		t.Errorf("%d locks expired, %d recomputes, %d of them abandoned, %d reads crashed",
			kinds[observe.LockExpired], r.Recomputes, kinds[observe.RecomputeAbandoned], kinds[observe.ReadCrashed])
	}
	if len(granted) < 2 || granted[1]-granted[0] < 690*time.Millisecond {
		t.Errorf("locks were granted at %v, with a TTL of 700ms", granted)
	}
}

// A holder that is frozen for longer than its lock lives deletes the next one's,
// unless the release compares tokens.
func TestAFrozenHolderDeletesAnothersLock(t *testing.T) {
	t.Parallel()
	for strategy, foreign := range map[string]uint64{"lock-plain-del": 1, "lock": 0} {
		sc := parse(t, "faults: [{do: pause, to: actor, upon: recompute, nth: 1, for: 1s}]", "lock-ttl=300ms", "recompute=900ms")
		r, _ := faultyApart(t, Auto, strategy, sc)
		if got := min(r.ForeignDeletes, 1); got != foreign || r.Recomputes < 2 || r.DuplicateRecomputes == 0 {
			t.Errorf("%s: %d foreign deletes, %d recomputes, %d duplicates", strategy, r.ForeignDeletes, r.Recomputes, r.DuplicateRecomputes)
		}
	}
}

// Whatever else befalls a process, or is asked of it, reaches one of its own too.
func TestWhatReachesProcessesOfTheirOwn(t *testing.T) {
	t.Parallel()
	t.Run("a clock", func(t *testing.T) {
		t.Parallel()
		// By the clock of the second process the others' entries are old.
		sc := parse(t, "faults: [{do: shift-clock, to: process-2, by: 1h, at: 500ms}]", "duration=1s")
		if r, _ := faultyApart(t, Auto, "xfetch-client-clock", sc); r.EarlyRecomputes == 0 {
			t.Error("no early recomputes")
		}
	})
	t.Run("a slow network", func(t *testing.T) {
		t.Parallel()
		r, _ := faultyApart(t, Auto, "naive", parse(t, "faults: [{do: delay, to: all, by: 100ms, at: 500ms}]", "duration=1s"))
		if r.Errors != 0 || r.LatencyMS.Max < 200 {
			t.Errorf("%d errors, the longest read took %v ms", r.Errors, r.LatencyMS.Max)
		}
	})
	t.Run("Sentinels", func(t *testing.T) {
		t.Parallel()
		sc := parse(t, "redis: {client: {timeout: 300ms, retries: 3}, servers: {replicas: 1, detection: 1s}}\nfaults: [{do: failover, to: primary, at: 500ms}]")
		if r, kinds := faultyApart(t, AutoSentinel, "lock", sc); kinds[observe.Promotion] != 1 || r.Reads == 0 {
			t.Errorf("%d promotions, %d reads", kinds[observe.Promotion], r.Reads)
		}
	})
	t.Run("a failing origin", func(t *testing.T) {
		t.Parallel()
		r, _ := faultyApart(t, Auto, "negative", parse(t, "faults: [{do: outage, to: origin, at: 0s, for: 300ms}]", "duration=3s"))
		if r.FailedLoads == 0 || r.Recomputes-r.FailedLoads != 1 {
			t.Errorf("%d recomputes, %d failed", r.Recomputes, r.FailedLoads)
		}
	})
	t.Run("writes and a warm cache", func(t *testing.T) {
		t.Parallel()
		sc := parse(t, "start: warm\nkeys: 2500\nwrites: {rate: 50/s, took: 1ms, then: write-through, gap: 1ms}")
		if r := playApart(t, Miniredis, "naive", sc); r.Recomputes != 0 || r.Hits != r.Reads || r.Errors != 0 || r.Expiries != 0 {
			t.Errorf("%d recomputes, %d hits of %d reads, %d errors", r.Recomputes, r.Hits, r.Reads, r.Errors)
		}
	})
	t.Run("metrics, and the servers' word", func(t *testing.T) {
		t.Parallel()
		steadily(t, func() error {
			registry, summary := prometheus.NewRegistry(), observe.NewSummary(time.Second, 0)
			c := Config{
				Scenario: hotKey(t, "recompute=150ms", "lock-ttl=100ms", "duration=1s"), Strategy: presetNamed(t, "lock-plain-del"), Seed: 1,
				Redis: redistest.Start(t).URL(), Worker: ownWorker(), Metrics: registry, Monitor: true,
			}
			info, err := Run(t.Context(), c, summary)
			if err != nil {
				t.Fatal(err)
			}
			r := summary.Result()
			if loads := counterOf(t, registry, "origin_queries_total"); uint64(loads) != r.Recomputes {
				t.Errorf("the metrics count %v loads, and the events %d", loads, r.Recomputes)
			}
			return agree(r, info.Monitor, true)
		})
	})
	t.Run("a Redlock", func(t *testing.T) {
		t.Parallel()
		r := playApart(t, Auto, "redlock", hotKey(t, "ttl=1m", "wait=5s", "server-timeout=2s", "lock-ttl=10s"))
		if r.Recomputes != 1 || r.Errors != 0 {
			t.Errorf("%d recomputes, %d errors", r.Recomputes, r.Errors)
		}
	})
}

func counterOf(t *testing.T, registry *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("no metric %s", name)
	return 0
}
