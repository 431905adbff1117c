package proptest

import (
	"context"
	"sync"
	"time"

	"pgregory.net/rapid"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// Factory makes a strategy for one application process.
type Factory = func(strategies.Env, strategies.Loader, strategies.Options) (strategies.Strategy, error)

// Options say what a strategy is to be checked for.
type Options struct {
	// Choices are what it claims to be, and so what it promises.
	Choices strategies.Choices
	// Faults are the kinds of faults that it may meet; nil is all, and an empty list
	// none.
	Faults []fault.Kind
}

// Check searches drawn scenarios for one in which the strategy breaks what its
// choices promise, or in which the books of its reads do not add up. The flags of
// rapid say how many (-rapid.checks), and repeat a failure (-rapid.failfile). What
// is told of a broken promise is the smallest case that breaks it.
func Check(t rapid.TB, factory Factory, o Options) {
	t.Helper()
	rapid.Check(t, Property(factory, o))
}

// Property is what Check checks, for use with [rapid.MakeFuzz].
func Property(factory Factory, o Options) func(*rapid.T) {
	space := generate.Space{Strategy: strategies.Preset{Name: "checked", Choices: o.Choices, New: factory}, Faults: o.Faults}
	if o.Faults == nil {
		space.Faults = generate.Kinds()
	}
	stories := stories{space: space, told: map[string]*props.Story{}}
	return func(t *rapid.T) {
		config := space.Case(source{t})
		config.Seed = rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
		watch := props.NewWatch(props.RunOf(space.Strategy, config.Scenario))
		books := observe.NewSummary(time.Duration(config.Scenario.Bucket), 0)
		if err := world.Run(config, watch, books); err != nil {
			t.Fatal(err)
		}
		if violations, _ := watch.Violations(); len(violations) > 0 {
			story, err := stories.of(config, violations[0].Invariant)
			if err != nil {
				t.Fatal(err)
			}
			t.Fatalf("\n%s", story)
		}
		balance(t, books.Result())
	}
}

// stories are what is told of each invariant: the smallest case that breaks it,
// which is sought once, as rapid fails many times on its way to a small one.
type stories struct {
	space generate.Space
	mu    sync.Mutex
	told  map[string]*props.Story
}

func (s *stories) of(config world.Config, invariant string) (*props.Story, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	story, sought := s.told[invariant]
	if !sought {
		inv, err := props.Named(invariant)
		if err != nil {
			return nil, err
		}
		small, _, found, err := props.Smallest(context.Background(), s.space, inv)
		if found {
			story, err = props.Tell(small, invariant)
		}
		if err != nil {
			return nil, err
		}
		s.told[invariant] = story
	}
	if story == nil { // there is no small one
		return props.Tell(config, invariant)
	}
	return story, nil
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
