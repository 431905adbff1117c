package proptest

import (
	"time"

	"pgregory.net/rapid"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// Check searches drawn scenarios for one in which the strategy breaks what its
// choices promise, or in which the books of its reads do not add up. The flags of
// rapid say how many (-rapid.checks), and repeat a failure (-rapid.failfile).
func Check(t rapid.TB, p strategies.Preset) {
	t.Helper()
	rapid.Check(t, Property(p))
}

// Property is what Check checks, for use with [rapid.MakeFuzz].
func Property(p strategies.Preset) func(*rapid.T) {
	return func(t *rapid.T) {
		draw := source{t}
		config := generate.Space{Strategy: p, Faults: fault.Kinds()}.Case(draw)
		config.Seed = rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
		watch := props.NewWatch(props.RunOf(p, config.Scenario))
		books := observe.NewSummary(time.Duration(config.Scenario.Bucket), 0)
		if err := world.Run(config, watch, books); err != nil {
			t.Fatal(err)
		}
		if violations, _ := watch.Violations(); len(violations) > 0 {
			story, err := props.Tell(config, violations[0].Invariant)
			if err != nil {
				t.Fatal(err)
			}
			t.Fatalf("\n%s", story)
		}
		balance(t, books.Result())
	}
}

// balance checks that the figures of a run add up, whatever happened in it: each
// read that began has ended, as a drawn scenario waits for as long as serving all
// of them may take.
func balance(t *rapid.T, x observe.Result) {
	if x.Reads != x.Hits+x.Misses+x.Stale+x.Errors+x.Crashed {
		t.Fatalf("%d reads, but %d hits, %d misses, %d stale, %d errors and %d crashed",
			x.Reads, x.Hits, x.Misses, x.Stale, x.Errors, x.Crashed)
	}
	if x.Unfinished > 0 {
		t.Fatalf("%d of %d reads have not ended", x.Unfinished, x.Reads)
	}
	if x.Recomputes != x.Episodes+x.DuplicateRecomputes {
		t.Fatalf("%d recomputes, but %d episodes and %d duplicates", x.Recomputes, x.Episodes, x.DuplicateRecomputes)
	}
}

// source lets rapid choose, and so shrink.
type source struct{ t *rapid.T }

func (s source) Int(label string, least, most int) int {
	return rapid.IntRange(least, most).Draw(s.t, label)
}
