package props

import (
	"context"

	"stampede/model/observe"
	"stampede/model/world"
	"stampede/props/generate"
)

// Broken runs a case and returns the names of the invariants that it breaks, of
// those that its strategy promises, in the order of their first breach. The sinks
// see the run too.
func Broken(c world.Config, sinks ...observe.Sink) ([]string, error) {
	w := NewWatch(RunOf(c.Strategy, c.Scenario))
	err := world.Run(c, append(sinks, w)...)
	return w.Broken(), err
}

// Breaks runs a case and tells whether it breaks one invariant, if that is
// promised in it; otherwise it does not run at all. The sinks see the run too.
func Breaks(c world.Config, inv Invariant, sinks ...observe.Sink) (bool, error) {
	r := RunOf(c.Strategy, c.Scenario)
	if !inv.Promised(r) {
		return false, nil
	}
	w := NewWatchOver(r, inv)
	err := world.Run(c, append(sinks, w)...)
	return w.count > 0, err
}

// Tell runs a case and tells how it breaks the invariant of that name; nil if it
// does not.
func Tell(c world.Config, invariant string) (*Story, error) {
	inv, err := Named(invariant)
	if err != nil {
		return nil, err
	}
	teller := newStoryteller(inv, RunOf(c.Strategy, c.Scenario))
	err = world.Run(c, teller)
	return teller.story, err
}

// Smallest returns the smallest case of a space that breaks an invariant, with its
// choices; false if none of the first ones does. If ctx is done first it returns the
// context's error.
func Smallest(ctx context.Context, space generate.Space, inv Invariant) (world.Config, generate.Choices, bool, error) {
	return space.Smallest(func(c world.Config) (bool, observe.Digest, error) {
		var digest observe.Digest
		if err := ctx.Err(); err != nil {
			return false, digest, err
		}
		breaks, err := Breaks(c, inv, &digest)
		return breaks, digest, err
	})
}
