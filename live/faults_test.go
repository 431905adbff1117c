package live

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/props"
	"stampede/strategies"
)

// parse reads a scenario of a short hot key with faults.
func parse(t *testing.T, rest string, set ...string) scenario.Scenario {
	t.Helper()
	sc, err := scenario.Parse("faults.yaml", []byte(`version: 1
name: faults
duration: 2s
processes: 4
arrivals: {closed: {workers: 8, think: 5ms}}
origin: {recompute: 50ms}
cache: {ttl: 1m, lock: {ttl: 5s}}
`+rest))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range set {
		if err := sc.Set(s); err != nil {
			t.Fatal(err)
		}
	}
	return sc
}

// faulty runs a scenario on servers of its own and returns its figures, and how
// many events of each kind there were.
func faulty(t *testing.T, redis, strategy string, sc scenario.Scenario) (observe.Result, map[observe.Kind]int) {
	t.Helper()
	redistest.Need(t)
	summary := observe.NewSummary(time.Duration(sc.Bucket), 0)
	kinds := make(map[observe.Kind]int)
	count := sinkFunc(func(e *observe.Event) { kinds[e.Kind]++ })
	info, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, strategy), Seed: 1, Redis: redis}, summary, count)
	if err != nil {
		t.Fatalf("%+v, %v", info, err)
	}
	r := summary.Result()
	t.Logf("%d reads, %d errors, %d recomputes, expiries %v, %+v", r.Reads, r.Errors, r.Recomputes, r.ExpiryCauses, r.Locks)
	if f, ends := kinds[observe.FaultStart], kinds[observe.FaultEnd]; f == 0 || f != ends {
		t.Errorf("%d faults began and %d ended", f, ends)
	}
	return r, kinds
}

func TestAFlushIsMetAsOne(t *testing.T) {
	t.Parallel()
	r, _ := faulty(t, Auto, "lock", parse(t, "faults: [{do: flush, to: redis, at: 1s}]"))
	if r.Recomputes != 2 || r.ExpiryCauses["flushed"] != 1 || r.ExpiryCauses["cold start"] != 1 || r.Errors != 0 {
		t.Errorf("%d recomputes, %v, %d errors", r.Recomputes, r.ExpiryCauses, r.Errors)
	}
}

// The server is killed and comes back empty: within the run, however busy the machine.
func TestACrashedServerComesBackEmpty(t *testing.T) {
	t.Parallel()
	r, _ := faulty(t, Auto, "lock", parse(t, "redis: {client: {timeout: 300ms}}\nfaults: [{do: crash, to: redis, at: 600ms, for: 400ms}]", "duration=5s"))
	if r.Recomputes < 2 || r.ExpiryCauses["restarted"] != 1 || r.Errors == 0 {
		t.Errorf("%d recomputes, %v, %d errors", r.Recomputes, r.ExpiryCauses, r.Errors)
	}
}

// A holder that is paused for longer than its lock lives finds it gone, and frees
// no one else's.
func TestAPausedHolderLosesItsLock(t *testing.T) {
	t.Parallel()
	sc := parse(t, "faults: [{do: pause, to: lock-holder, upon: acquisition, nth: 1, for: 1s}]")
	if err := sc.Set("lock-ttl=300ms"); err != nil {
		t.Fatal(err)
	}
	r, _ := faulty(t, Auto, "lock", sc)
	if r.Locks.Lost != 1 || r.Recomputes != 2 || r.ForeignDeletes != 0 {
		t.Errorf("%d recomputes, %d foreign deletes, %+v", r.Recomputes, r.ForeignDeletes, r.Locks)
	}
}

func TestAFailingOriginIsNotCached(t *testing.T) {
	t.Parallel()
	r, _ := faulty(t, Auto, "lock", parse(t, "faults: [{do: outage, to: origin, at: 0s, for: 500ms}]"))
	if r.FailedLoads == 0 || r.Recomputes-r.FailedLoads != 1 || r.Origin.Refused != r.FailedLoads {
		t.Errorf("%d recomputes, %d failed, %d refused", r.Recomputes, r.FailedLoads, r.Origin.Refused)
	}
}

// serverWide are parts of a scenario that concern a whole server, with the commands
// that they take.
var serverWide = []struct{ what, commands, text string }{
	{"flush redis", "flushall flushdb", "faults: [{do: flush, to: redis, at: 1s}]"},
	{"crash redis", "shutdown", "redis: {client: {timeout: 300ms}}\nfaults: [{do: crash, to: redis, at: 1s}]"},
	{"pause redis", "", "faults: [{do: pause, to: redis, at: 1s}]"},
	{"client-pause redis", "client|pause", "faults: [{do: client-pause, to: redis, at: 1s, for: 1s}]"},
	{"script-flush redis", "script|flush", "faults: [{do: script-flush, to: redis, at: 1s}]"},
	{"failover primary", "failover cluster|failover", "redis: {client: {timeout: 300ms}, servers: {replicas: 1, detection: 1s}}\nfaults: [{do: failover, to: primary, at: 1s}]"},
	{"isolate primary", "", "redis: {client: {timeout: 300ms}, servers: {replicas: 1, detection: 1s}}\nfaults: [{do: isolate, to: primary, at: 1s}]"},
	{"squeeze redis", "config|set", "redis: {memory: {limit: 4mb, policy: allkeys-lru}}\nfaults: [{do: squeeze, to: redis, share: 50%, at: 1s}]"},
	{"redis.memory", "config|set", "redis: {memory: {limit: 4mb, policy: allkeys-lru}}"},
}

// What concerns a whole server is not done to one that the run has not started.
func TestWhatIsServerWideIsForServersOfOurOwn(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	for _, c := range serverWide {
		sc := parse(t, c.text)
		for _, address := range []string{s.URL(), Miniredis} {
			_, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "lock"), Redis: address})
			if !errors.Is(err, ErrModelOnly) || !strings.Contains(err.Error(), c.what) || !strings.Contains(err.Error(), "accepted is auto") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", c.what, err)
			}
		}
	}
	// Nor does a run that is permitted.
	play(t, s.URL(), "lock", hotKey(t))
	stats, err := s.Do(t.Context(), "INFO", "commandstats")
	if err != nil || !strings.Contains(fmt.Sprint(stats), "cmdstat_set:") {
		t.Fatalf("%v, %v", stats, err)
	}
	for _, c := range serverWide {
		for command := range strings.FieldsSeq(c.commands) {
			if strings.Contains(fmt.Sprint(stats), "cmdstat_"+command+":") {
				t.Errorf("%s: %s was sent", c.what, command)
			}
		}
	}
}

// Only a process of its own can crash.
func TestAPartOfThisProcessDoesNotCrashAlone(t *testing.T) {
	t.Parallel()
	sc := parse(t, "faults: [{do: crash, to: process-2, at: 1s}]")
	_, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "lock"), Redis: Miniredis})
	const want = "miniredis: crash process-2: a part of this process cannot crash alone; accepted is processes of their own (--processes own)"
	if !errors.Is(err, ErrModelOnly) || err.Error() != want {
		t.Error(err)
	}
}

// A process of its own cannot be given a strategy that only this one knows.
func TestAStrategyWithoutANameStaysHere(t *testing.T) {
	t.Parallel()
	for _, p := range []strategies.Preset{{Name: "mine", New: strategies.Choices{}.New}, {Name: "lock", New: strategies.Choices{}.New}} {
		_, err := Run(t.Context(), Config{Scenario: hotKey(t), Strategy: p, Redis: Miniredis, Worker: ownWorker()})
		if !errors.Is(err, ErrModelOnly) || !strings.Contains(err.Error(), "knows strategies by name") {
			t.Error(err)
		}
	}
}

// A reply is lost after the command took the lock. The client tries again, as
// go-redis does by default, and is told that the lock is taken: no one releases it,
// and all wait until its TTL is over.
func TestALostReplyLeavesAnOrphanLock(t *testing.T) {
	t.Parallel()
	sc, err := scenario.Load("../scenarios/pairs/lost-reply.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r, _ := faulty(t, Auto, "lock", sc)
	if r.Locks.Contended == 0 || r.Locks.Acquired != 1 || r.Recomputes != 1 || r.LatencyMS.Max < 1000 {
		t.Errorf("%d recomputes, %+v, the longest read took %v ms", r.Recomputes, r.Locks, r.LatencyMS.Max)
	}
}

// Locks that run out just when their release arrives accuse no one of a second
// recompute: which came first is only known by the reply.
func TestALockThatExpiresDuringItsReleaseAccusesNoOne(t *testing.T) {
	t.Parallel()
	address := redistest.Start(t).URL()
	sc := hotKey(t, "keys=20", "ttl=60ms", "recompute=uniform(17ms, 22ms)", "lock-ttl=21ms", "poll=1ms", "think=1ms", "duration=3s", "cache.lock.atomic-publish=true")
	preset := presetNamed(t, "lock")
	promised := props.RunOf(preset, sc)
	promised.Live = true
	watch, summary := props.NewWatch(promised), observe.NewSummary(time.Second, 0)
	if _, err := Run(t.Context(), Config{Scenario: sc, Strategy: preset, Seed: 1, Redis: address}, watch, summary); err != nil {
		t.Fatal(err)
	}
	r := summary.Result()
	if r.Locks.Lost == 0 {
		t.Errorf("no lock of %d was lost", r.Locks.Acquired)
	}
	if v, n := watch.Violations(); n > 0 {
		t.Errorf("%d violations, such as %+v; %+v", n, v[0], r.Locks)
	}
}

// A server that stands still answers when it goes on.
func TestAServerThatStandsStillAnswersLater(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"pause", "client-pause"} {
		r, _ := faulty(t, Auto, "lock", parse(t, "faults: [{do: "+verb+", to: redis, at: 500ms, for: 600ms}]"))
		if r.Recomputes != 1 || r.Errors != 0 || r.LatencyMS.Max < 500 {
			t.Errorf("%s: %d recomputes, %d errors, the longest read took %v ms", verb, r.Recomputes, r.Errors, r.LatencyMS.Max)
		}
	}
}

// The Sentinels take a primary that is frozen for dead; it comes back as a replica.
func TestAFrozenPrimaryIsReplaced(t *testing.T) {
	t.Parallel()
	sc := parse(t, `redis: {client: {timeout: 200ms}, servers: {replicas: 1, detection: 1s}}
faults: [{do: pause, to: primary, at: 200ms, for: 3s}]
`)
	sc.Duration *= 2
	r, kinds := faulty(t, AutoSentinel, "lock", sc)
	if kinds[observe.Promotion] != 1 || r.Errors == 0 {
		t.Errorf("%d promotions, %d errors", kinds[observe.Promotion], r.Errors)
	}
}

// A replica of a cluster's first primary takes over from it.
func TestAClustersFailoverIsCounted(t *testing.T) {
	t.Parallel()
	r, kinds := faulty(t, AutoCluster, "lock", parse(t, `redis: {servers: {cluster: true, replicas: 1, detection: 1s}}
faults: [{do: failover, to: primary, at: 200ms}]
`, "duration=4s"))
	if kinds[observe.Promotion] != 1 || *r.Redis.Failovers != 1 {
		t.Errorf("%d promotions, %d failovers", kinds[observe.Promotion], *r.Redis.Failovers)
	}
}

// The client sends the text of a script that the server has forgotten.
func TestForgottenScriptsAreSentAgain(t *testing.T) {
	t.Parallel()
	sc := parse(t, "faults: [{do: script-flush, to: redis, at: 0s, every: 100ms}]")
	if err := sc.Set("ttl=100ms"); err != nil {
		t.Fatal(err)
	}
	r, _ := faulty(t, Auto, "lock", sc)
	if r.Recomputes < 3 || r.Locks.Lost != 0 || r.Locks.Acquired < r.Recomputes || r.Errors != 0 {
		t.Errorf("%d recomputes, %d errors, %+v", r.Recomputes, r.Errors, r.Locks)
	}
}

// What there is no room for goes; without a fault everything has room.
func TestASqueezeEvicts(t *testing.T) {
	t.Parallel()
	redistest.Need(t)
	const memory = `redis: {memory: {limit: 4mb, policy: allkeys-lru}}
keys: 10000
start: warm
`
	for _, rest := range []string{"", "faults: [{do: squeeze, to: redis, at: 500ms, for: 1s, share: 10%}]"} {
		sc := parse(t, memory+rest)
		if rest == "" {
			summary := observe.NewSummary(time.Second, 0)
			if _, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "naive"), Redis: Auto}, summary); err != nil {
				t.Fatal(err)
			}
			if r := summary.Result(); r.Expiries != 0 {
				t.Errorf("expiries without a squeeze: %v", r.ExpiryCauses)
			}
			continue
		}
		if r, _ := faulty(t, Auto, "naive", sc); r.ExpiryCauses["evicted"] < 100 || r.ExpiryCauses["evicted"] != r.Expiries {
			t.Errorf("expiries: %v", r.ExpiryCauses)
		}
	}
}

// A slow way to Redis is slow each way.
func TestADelayedProcessIsSlow(t *testing.T) {
	t.Parallel()
	r, _ := faulty(t, Auto, "naive", parse(t, "faults: [{do: delay, to: all, by: 100ms, at: 500ms}]"))
	if r.Errors != 0 || r.LatencyMS.Max < 200 {
		t.Errorf("%d errors, the longest read took %v ms", r.Errors, r.LatencyMS.Max)
	}
}
