package proptest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"stampede/model/observe"
	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
)

// stories are what is told of each invariant: the smallest case that breaks it,
// which is sought once, as rapid fails many times on its way to a small one.
type stories struct {
	space generate.Space
	mu    sync.Mutex
	told  map[string]*props.Story
}

func newStories(space generate.Space) *stories {
	return &stories{space: space, told: map[string]*props.Story{}}
}

// try runs a case. Its error tells what is wrong in it. The sinks see the run too.
func (s *stories) try(config world.Config, sinks ...observe.Sink) error {
	watch := props.NewWatch(props.RunOf(config.Strategy, config.Scenario))
	books := observe.NewSummary(time.Duration(config.Scenario.Bucket), 0)
	if err := world.Run(config, append(sinks, watch, books)...); err != nil {
		return err
	}
	if violations, _ := watch.Violations(); len(violations) > 0 {
		story, err := s.of(config, violations[0].Invariant)
		if err != nil {
			return err
		}
		return errors.New(story.String())
	}
	return balance(books.Result())
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
func balance(x observe.Result) error {
	switch {
	case x.Reads != x.Hits+x.Misses+x.Stale+x.Errors+x.Crashed:
		return fmt.Errorf("%d reads, but %d hits, %d misses, %d stale, %d errors and %d crashed",
			x.Reads, x.Hits, x.Misses, x.Stale, x.Errors, x.Crashed)
	case x.Unfinished > 0:
		return fmt.Errorf("%d of %d reads have not ended", x.Unfinished, x.Reads)
	case x.Recomputes != x.Episodes+x.DuplicateRecomputes:
		return fmt.Errorf("%d recomputes, but %d episodes and %d duplicates", x.Recomputes, x.Episodes, x.DuplicateRecomputes)
	}
	return nil
}
