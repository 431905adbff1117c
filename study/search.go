package study

import (
	"context"
	"errors"
	"fmt"
	"math"

	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
)

// Search looks for a case that breaks what a strategy promises.
type Search struct {
	// Space is what cases are drawn from.
	generate.Space
	// Invariant, if not empty, is the only one to break; otherwise it is any that
	// the strategy promises.
	Invariant string
	// Unpromised tells to look for a breach of it whether or not it is promised.
	Unpromised bool
	// Sightings, if not nil, counts the cases that met what must happen sometimes.
	Sightings *props.Sightings
	// Seeds is how many drawn cases to try: those of the seeds after From.
	From, Seeds uint64
	// Workers is how many run at one time. The finding does not depend on it.
	Workers int
}

// Finding is a broken promise.
type Finding struct {
	Invariant  string
	Case       world.Config
	unpromised bool // a breach though it is not promised
	space      generate.Space
	choices    generate.Choices
}

// Run returns the case of the lowest seed that breaks a promise, or nil if none
// of the seeds does, and how many it took. If ctx is done first it returns
// what it has.
func (s Search) Run(ctx context.Context) (*Finding, uint64, error) {
	tried := 0
	err := parallel(ctx, s.Workers, int(min(s.Seeds, math.MaxInt)), func(done, _ int) { tried = done }, func(i int) error {
		f, err := s.try(s.From + 1 + uint64(i))
		if f != nil {
			return found{f}
		}
		return err
	})
	if f := (found{}); errors.As(err, &f) {
		// Others may have been tried meanwhile; how many is chance.
		return f.Finding, f.Case.Seed - s.From, nil
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return nil, uint64(tried), err
}

// found ends a search.
type found struct{ *Finding }

func (found) Error() string { return "a promise is broken" }

// drawnCase is the case that choices and a seed make.
func drawnCase(space generate.Space, choices generate.Source, seed uint64) world.Config {
	c := space.Case(choices)
	c.Seed = seed
	return c
}

func (s Search) try(seed uint64) (*Finding, error) {
	choices := generate.Record(generate.Seeded(seed), func(src generate.Source) { drawnCase(s.Space, src, seed) })
	c := drawnCase(s.Space, choices, seed)
	broken, err := s.broken(c)
	if err != nil {
		return nil, fmt.Errorf("seed %d: %w", seed, err)
	}
	if broken == "" {
		return nil, nil
	}
	return &Finding{Invariant: broken, Case: c, unpromised: s.Unpromised, space: s.Space, choices: choices}, nil
}

// broken returns the invariant that a case breaks first; none if it is empty.
func (s Search) broken(c world.Config) (string, error) {
	if s.Invariant != "" {
		breaks, err := breaks(c, s.Invariant, s.Unpromised)
		if !breaks {
			return "", err
		}
		return s.Invariant, err
	}
	broken, err := s.brokenAnywhere(c)
	if len(broken) == 0 {
		return "", err
	}
	return broken[0], err
}

func (s Search) brokenAnywhere(c world.Config) ([]string, error) {
	if s.Sightings == nil {
		return props.Broken(c)
	}
	lookout := props.NewLookout(props.RunOf(c.Strategy, c.Scenario))
	defer lookout.AddTo(s.Sightings)
	return props.Broken(c, lookout)
}

func breaks(c world.Config, invariant string, unpromised bool) (bool, error) {
	inv, err := named(invariant, unpromised)
	if err != nil {
		return false, err
	}
	return props.Breaks(c, inv)
}

// named returns an invariant, as if all strategies promised it if it is to be broken
// unpromised.
func named(invariant string, unpromised bool) (props.Invariant, error) {
	inv, err := props.Named(invariant)
	if unpromised {
		inv = inv.Unconditional()
	}
	return inv, err
}
