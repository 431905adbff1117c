package world_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
)

const ms = time.Millisecond

// run is what came of a run.
type run struct {
	observe.Result
	events []observe.Event
}

// run makes a run of a scenario in YAML, less its head, and checks that its
// books are in order.
func runs(t *testing.T, strategy, text string, seed uint64) run {
	t.Helper()
	s, err := scenario.Parse("test.yaml", []byte("version: 1\nname: test\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return runOf(t, strategy, s, seed)
}

func runOf(t *testing.T, strategy string, s scenario.Scenario, seed uint64) run {
	t.Helper()
	preset, err := scenario.Strategy(strategy).Preset()
	if err != nil {
		t.Fatal(err)
	}
	var r run
	log := sink(func(e *observe.Event) { r.events = append(r.events, *e) })
	summary := observe.NewSummary(time.Duration(s.Bucket), time.Duration(s.From))
	watch := props.NewWatch(props.RunOf(preset, s))
	if err := world.Run(world.Config{Scenario: s, Strategy: preset, Seed: seed}, summary, watch, log); err != nil {
		t.Fatal(err)
	}
	r.Result = summary.Result()
	r.Violations, r.ViolationCount = watch.Violations()
	if r.Reads != r.Hits+r.Misses+r.Stale+r.Errors+r.Crashed || r.Unfinished != 0 {
		t.Errorf("%s: %d reads, but %d hits, %d misses, %d stale, %d errors, %d crashed and %d unfinished",
			strategy, r.Reads, r.Hits, r.Misses, r.Stale, r.Errors, r.Crashed, r.Unfinished)
	}
	if r.Recomputes != r.Episodes+r.DuplicateRecomputes {
		t.Errorf("%s: %d recomputes, but %d episodes and %d duplicates", strategy, r.Recomputes, r.Episodes, r.DuplicateRecomputes)
	}
	return r
}

type sink func(*observe.Event)

func (s sink) Observe(e *observe.Event) { s(e) }

// when returns when events of the given kinds happened, in ms, and in which
// process.
func (r run) when(kinds ...observe.Kind) string {
	var all []string
	for _, e := range r.events {
		for _, k := range kinds {
			if e.Kind == k {
				all = append(all, fmt.Sprintf("%d:%v", e.Process+1, observe.Milliseconds(e.At)))
			}
		}
	}
	return strings.Join(all, " ")
}

// waiters are scripted clients that read, each so many ms after the one before.
func waiters(n, apart int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  - {name: w%d, at: %dms}\n", i+1, (i+1)*apart)
	}
	return b.String()
}
