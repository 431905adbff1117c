package study

import (
	"slices"

	"stampede/model/observe"
	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
)

// smallestRuns is how many cases are tried to find the smallest.
const smallestRuns = 100_000

// seedsOfSmallest is how many seeds a case is tried with, as far as they matter.
const seedsOfSmallest = 8

// smallest returns the smallest case in which a strategy breaks the invariant of f:
// it tries all cases of scripted clients, the small ones first. So it is the same
// whatever case was found. It returns nil if there is none among the first.
//
// A choice that changes nothing in the run of a case is not built upon: it would
// take another choice beside it to matter, which is tried before it.
func (f *Finding) smallest() (*Finding, error) {
	inv, err := named(f.Invariant, f.unpromised)
	if err != nil {
		return nil, err
	}
	draw := func(s generate.Source) world.Config {
		c := drawnCase(f.space, s, 0)
		c.Seed = uint64(s.Int("seed", 0, seedsOfSmallest-1))
		return c
	}
	var none observe.Digest
	runs := 0
	try := func(c generate.Choices) (*Finding, observe.Digest, error) {
		runs++
		var digest observe.Digest
		small := draw(c)
		if small.Scenario.Arrivals.Closed != nil || small.Scenario.Arrivals.Poisson != nil {
			return nil, none, nil
		}
		broken, err := props.Breaks(small, inv, &digest)
		if !broken || err != nil {
			return nil, digest, err
		}
		return &Finding{Invariant: f.Invariant, Case: small, unpromised: f.unpromised, space: f.space, choices: c}, digest, nil
	}
	type node struct {
		choices generate.Choices
		size    int
		digest  observe.Digest
	}
	found, digest, err := try(generate.Choices{})
	if found != nil || err != nil {
		return found, err
	}
	nodes := []node{{digest: digest}}
	for size := 1; ; size++ {
		for _, n := range nodes { // those that are added on the way are as large
			var tried []observe.Digest
			for c := range n.choices.Larger(size-n.size, func(s generate.Source) { draw(s) }) {
				if runs >= smallestRuns {
					return nil, nil
				}
				found, digest, err := try(c)
				if found != nil || err != nil {
					return found, err
				}
				if digest != n.digest && digest != none && !slices.Contains(tried, digest) {
					tried = append(tried, digest)
					nodes = append(nodes, node{c, size, digest})
				}
			}
		}
	}
}
