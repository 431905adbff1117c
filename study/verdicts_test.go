package study_test

import (
	"slices"
	"testing"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/props"
	"stampede/strategies"
	"stampede/study"
)

const weather = `
version: 1
name: weather
duration: 4s
processes: 2
arrivals: {poisson: {rate: 50/s}}
origin: {recompute: "lognormal(100ms, 0.5)"}
cache: {ttl: 500ms}
redis: {servers: {replicas: 1, detection: 200ms}}
faults:
  - {do: failover, to: redis, at: 2s}
  - {do: pause, to: process-1, at: 3s, for: 200ms}
`

// Each invariant that means anything for a strategy is broken, held, bounded or
// unwatched, and only one of them: what was not looked at does not look as if it held.
func TestEveryInvariantHasOneVerdict(t *testing.T) {
	sc, err := scenario.Parse("weather", []byte(weather))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(strategies.All(), preset(t, "lock-no-recheck")) {
		o, err := study.Run{Scenario: sc, Strategy: p, Seed: 1}.Modelled(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		verdicts := slices.Clone(o.Result.Held)
		for _, b := range o.Result.Bounded {
			verdicts = append(verdicts, b.Invariant)
		}
		for _, u := range o.Result.Unwatched {
			verdicts = append(verdicts, u.Invariant)
			if u.Why == "" {
				t.Errorf("%s: no reason why %s is not watched", p.Name, u.Invariant)
			}
		}
		var broken []string
		for _, v := range o.Result.Violations {
			if !slices.Contains(broken, v.Invariant) {
				broken = append(broken, v.Invariant)
			}
		}
		verdicts = append(verdicts, broken...)
		slices.Sort(verdicts)
		var want []string
		for _, inv := range props.All() {
			if inv.Of(p.Choices) != props.Meaningless {
				want = append(want, inv.Name)
			}
		}
		slices.Sort(want)
		if !slices.Equal(verdicts, want) {
			t.Errorf("%s: verdicts on\n%v, want\n%v", p.Name, verdicts, want)
		}
	}
}

// A run says why it does not watch what the strategy else promises.
func TestWhatIsNotWatchedHasItsReason(t *testing.T) {
	sc, err := scenario.Parse("weather", []byte(weather))
	if err != nil {
		t.Fatal(err)
	}
	o, err := study.Run{Scenario: sc, Strategy: preset(t, "lock"), Seed: 1}.Modelled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for invariant, why := range map[string]string{
		"reads-end":       "not promised under failover",
		"livelock-free":   "it needs loads, messages and commands whose lengths have no heavy tail",
		"one-per-process": props.NeverPromised,
	} {
		if !slices.Contains(o.Result.Unwatched, observe.Unwatched{Invariant: invariant, Why: why}) {
			t.Errorf("%s is not said to be unwatched for this reason: %s\n%v", invariant, why, o.Result.Unwatched)
		}
	}
	run := props.RunOf(preset(t, "lock"), scenario.Embedded()[0])
	run.Live = true
	var r observe.Result
	props.NewWatch(run).Judge(&r)
	if !slices.Contains(r.Unwatched, observe.Unwatched{Invariant: "one-at-a-time", Why: "a live run does not tell in which order the servers acted"}) {
		t.Errorf("a live run: %v", r.Unwatched)
	}
}

// An invariant that holds by its excuse alone says so: with a lock whose TTL is half of
// a load, each expiry lets a second holder in. With a TTL that is long enough it holds
// without.
func TestAnInvariantThatHeldByItsExcuseSaysSo(t *testing.T) {
	const lockTTL = "cache.lock.ttl="
	for _, c := range []struct {
		ttl        string
		duplicates uint64
	}{{"100ms", 4}, {"5s", 0}} {
		sc, err := scenario.Load("hot-key")
		if err == nil {
			err = sc.Set(lockTTL + c.ttl)
		}
		if err != nil {
			t.Fatal(err)
		}
		o, err := study.Run{Scenario: sc, Strategy: preset(t, "lock"), Seed: 3}.Modelled(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := o.Result
		if r.DuplicateRecomputes != c.duplicates || r.ViolationCount != 0 {
			t.Fatalf("lock TTL %s: %d duplicates, %d violations", c.ttl, r.DuplicateRecomputes, r.ViolationCount)
		}
		for _, name := range []string{"single-recompute", "one-at-a-time", "miss-recomputes"} {
			i := slices.IndexFunc(r.Bounded, func(b observe.Bounded) bool { return b.Invariant == name })
			switch {
			case c.duplicates == 0 && (i >= 0 || !slices.Contains(r.Held, name)):
				t.Errorf("lock TTL %s: %s held without an excuse; bounded are %v", c.ttl, name, r.Bounded)
			case c.duplicates > 0 && (i < 0 || r.Bounded[i].Times != c.duplicates):
				t.Errorf("lock TTL %s: %s held by %d excuses; bounded are %v", c.ttl, name, c.duplicates, r.Bounded)
			}
		}
	}
}
