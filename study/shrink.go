package study

import (
	"context"

	"stampede/props"
)

// Shrink returns the smallest case of all that break the same invariant: whatever
// case was found, it is the same. If it is too large to be found so, Shrink returns
// a case like the found one in which nothing can be made duller. If ctx is done
// first it returns the smallest so far.
func (f *Finding) Shrink(ctx context.Context) (*Finding, error) {
	inv, err := named(f.Invariant, f.unpromised)
	if err != nil {
		return nil, err
	}
	small, choices, found, err := props.Smallest(ctx, f.space, inv)
	if found || err != nil && ctx.Err() == nil {
		return &Finding{Invariant: f.Invariant, Case: small, unpromised: f.unpromised, space: f.space, choices: choices}, err
	}
	best := *f
	for {
		duller, err := best.duller(ctx)
		if err != nil {
			return nil, err
		}
		if duller == nil {
			return &best, nil
		}
		best = *duller
	}
}

// seedsOfShrunk is how many seeds a duller case is tried with: the same scenario
// breaks under many, and the lowest makes the case canonical.
const seedsOfShrunk = 16

// duller returns a finding with one duller choice that breaks the same
// invariant under one of the first seeds; nil if there is none, or ctx is done first.
func (f *Finding) duller(ctx context.Context) (*Finding, error) {
	for choices := range f.choices.Duller {
		for seed := range uint64(seedsOfShrunk) {
			if ctx.Err() != nil {
				return nil, nil
			}
			c := drawnCase(f.space, choices, seed)
			broken, err := breaks(c, f.Invariant, f.unpromised)
			if err != nil {
				return nil, err
			}
			if broken {
				return &Finding{Invariant: f.Invariant, Case: c, unpromised: f.unpromised, space: f.space, choices: choices}, nil
			}
		}
	}
	return nil, nil
}
