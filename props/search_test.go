package props_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/model/world"
	"stampede/props"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// drawScenario draws a scenario, the dullest values first, so that a failure
// shrinks to a small and round one.
func drawScenario(t *rapid.T) scenario.Scenario {
	span := func(least, most time.Duration, label string) scenario.Length {
		return scenario.Length(time.Duration(rapid.IntRange(int(least/time.Millisecond), int(most/time.Millisecond)).Draw(t, label+" ms")) * time.Millisecond)
	}
	varying := func(most time.Duration, label string) workload.Duration {
		d := workload.Constant(time.Duration(rapid.IntRange(0, int(most/time.Microsecond)).Draw(t, label+" µs")) * time.Microsecond)
		if rapid.Bool().Draw(t, label+" varies") {
			d = workload.Exponential(d.Mean())
		}
		return d
	}
	s := scenario.Defaults()
	s.Version, s.Name = scenario.Version, "drawn"
	s.Duration = span(10*time.Millisecond, 2*time.Second, "duration")
	s.Keys = rapid.IntRange(1, 3).Draw(t, "keys")
	s.Processes = rapid.IntRange(1, 3).Draw(t, "processes")
	s.Arrivals.Closed = &scenario.Closed{
		Workers: rapid.IntRange(1, 20).Draw(t, "workers"),
		Think:   varying(20*time.Millisecond, "think time"),
	}
	s.Network.Request, s.Network.Reply = varying(2*time.Millisecond, "request leg"), varying(2*time.Millisecond, "reply leg")
	// Something must take time, or a worker reads for ever at one instant.
	s.Redis.Service = workload.Constant(time.Duration(rapid.IntRange(1, 100).Draw(t, "service µs")) * time.Microsecond)
	s.Origin.Recompute = varying(200*time.Millisecond, "recompute")
	s.Origin.Connections = rapid.IntRange(0, 2).Draw(t, "connections")
	s.Cache.TTL = span(1*time.Millisecond, 500*time.Millisecond, "TTL")
	s.Cache.Lock.TTL = span(1*time.Millisecond, 500*time.Millisecond, "lock TTL")
	s.Cache.Lock.Poll = span(1*time.Millisecond, 50*time.Millisecond, "poll")
	s.Cache.Lock.AtomicPublish = rapid.Bool().Draw(t, "atomic publish")
	return s
}

// books checks that the figures of a run add up, whatever happened in it.
func books(t *rapid.T, x observe.Result) {
	if x.Reads != x.Hits+x.Misses+x.Stale+x.Errors+x.Crashed || x.Unfinished != 0 {
		t.Fatalf("%d reads, but %d hits, %d misses, %d stale, %d errors, %d crashed and %d unfinished",
			x.Reads, x.Hits, x.Misses, x.Stale, x.Errors, x.Crashed, x.Unfinished)
	}
	if x.Recomputes != x.Episodes+x.DuplicateRecomputes {
		t.Fatalf("%d recomputes, but %d episodes and %d duplicates", x.Recomputes, x.Episodes, x.DuplicateRecomputes)
	}
}

func run(t *rapid.T, p strategies.Preset, s scenario.Scenario) (observe.Result, []observe.Violation) {
	watch := props.NewWatch(p.Choices)
	summary := observe.NewSummary(time.Duration(s.Bucket), 0)
	config := world.Config{
		Scenario: s, Strategy: p,
		Seed: rapid.Uint64().Draw(t, "seed"), Salt: rapid.Uint64Range(0, 3).Draw(t, "salt"),
	}
	if err := world.Run(config, watch, summary); err != nil {
		t.Fatal(err)
	}
	v, _ := watch.Violations()
	return summary.Result(), v
}

func TestRightStrategiesKeepTheirPromises(t *testing.T) {
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				x, violations := run(t, p, drawScenario(t))
				books(t, x)
				if len(violations) > 0 {
					t.Fatalf("%s: %s, at %v ms", violations[0].Invariant, violations[0].Reason, violations[0].AtMS)
				}
			})
		})
	}
}

// Each wrong variant is caught, within a hundred seeds, by the invariant that it
// names.
func TestWrongVariantsAreCaught(t *testing.T) {
	for _, p := range broken.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			s, err := scenario.Load("hot-key")
			if err != nil {
				t.Fatal(err)
			}
			s.Duration = scenario.Length(time.Second)
			s.Cache.Lock.TTL = scenario.Length(120 * time.Millisecond)
			if p.Breaks == "single-recompute" {
				s.Cache.Lock.TTL = scenario.Length(5 * time.Second)
			}
			for seed := range uint64(100) {
				watch := props.NewWatch(p.Choices)
				if err := world.Run(world.Config{Scenario: s, Strategy: p, Seed: seed}, watch); err != nil {
					t.Fatal(err)
				}
				violations, _ := watch.Violations()
				if slices.ContainsFunc(violations, func(v observe.Violation) bool { return v.Invariant == p.Breaks }) {
					return
				}
			}
			t.Errorf("not caught by %s", p.Breaks)
		})
	}
}
