package generate

import (
	"slices"

	"stampede/model/observe"
	"stampede/model/world"
)

const (
	// smallestRuns is how many cases are tried to find the smallest.
	smallestRuns = 100_000
	// smallestSeeds is how many seeds a case is tried with, as far as they matter.
	smallestSeeds = 8
)

// Smallest returns the smallest case of a space that fails, with its choices: it
// tries all cases of scripted clients, the small ones first. It returns false if
// none of the first ones fails. Of a case that does not, fails says what happened
// in it, by its digest; the zero digest stands for one that cannot fail.
//
// A choice that changes nothing in the run of a case is not built upon: it would
// take another choice beside it to matter, which is tried before it.
func (sp Space) Smallest(fails func(world.Config) (bool, observe.Digest, error)) (world.Config, Choices, bool, error) {
	draw := func(s Source) world.Config {
		c := sp.Case(s)
		c.Seed = uint64(s.Int("seed", 0, smallestSeeds-1))
		return c
	}
	type node struct {
		choices Choices
		size    int
		digest  observe.Digest
	}
	var nodes []node
	runs := 0
	// grow tries the choices that are larger than those of a node, up to the first
	// that fail.
	grow := func(n node, larger func(func(Choices) bool), size int) (world.Config, Choices, bool, error) {
		var siblings []observe.Digest
		for choices := range larger {
			c := draw(choices)
			if runs++; !scriptedOnly(c) {
				continue
			}
			failed, digest, err := fails(c)
			if failed || err != nil {
				return c, choices, failed, err
			}
			if digest != n.digest && digest != (observe.Digest{}) && !slices.Contains(siblings, digest) {
				siblings = append(siblings, digest)
				nodes = append(nodes, node{choices, size, digest})
			}
		}
		return world.Config{}, Choices{}, false, nil
	}
	none := func(yield func(Choices) bool) { yield(Choices{}) }
	if c, choices, failed, err := grow(node{}, none, 0); failed || err != nil {
		return c, choices, failed, err
	}
	for size := 1; ; size++ {
		before := runs
		for _, n := range nodes { // those that are added on the way are as large
			if runs >= smallestRuns {
				return world.Config{}, Choices{}, false, nil
			}
			larger := n.choices.Larger(size-n.size, func(s Source) { draw(s) })
			if c, choices, failed, err := grow(n, larger, size); failed || err != nil {
				return c, choices, failed, err
			}
		}
		if runs == before && size > sizeMax {
			return world.Config{}, Choices{}, false, nil
		}
	}
}

// sizeMax is the size of the largest single choice, and more.
const sizeMax = 8

func scriptedOnly(c world.Config) bool {
	return c.Scenario.Arrivals.Closed == nil && c.Scenario.Arrivals.Poisson == nil
}
