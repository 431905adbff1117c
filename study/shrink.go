package study

import "stampede/props"

// Shrink returns the smallest case of all that break the same invariant: whatever
// case was found, it is the same. If it is too large to be found so, Shrink returns
// a case like the found one in which nothing can be made duller.
func (f *Finding) Shrink() (*Finding, error) {
	inv, err := named(f.Invariant, f.unpromised)
	if err != nil {
		return nil, err
	}
	small, choices, found, err := props.Smallest(f.space, inv)
	if found || err != nil {
		return &Finding{Invariant: f.Invariant, Case: small, unpromised: f.unpromised, space: f.space, choices: choices}, err
	}
	best := *f
	for {
		duller, err := best.duller()
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
// invariant under one of the first seeds; nil if there is none.
func (f *Finding) duller() (*Finding, error) {
	for choices := range f.choices.Duller {
		for seed := range uint64(seedsOfShrunk) {
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
