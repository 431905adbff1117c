package generate

import (
	"math/bits"
	"slices"
)

// Size is how much there is in the choices: for each that is not the dullest, the
// length of its number in bits.
func (c Choices) Size() int {
	size := 0
	for _, m := range c.made {
		size += m.size()
	}
	return size
}

func (m choice) size() int { return bits.Len(uint(m.value - m.least)) }

// Larger yields the choices of generator that are larger than c by some size, in
// one choice that comes after all that are not the dullest. So each is yielded for
// one c only.
func (c Choices) Larger(by int, generator func(Source)) func(yield func(Choices) bool) {
	made := Record(c, generator).made
	first := 1
	for i, m := range made {
		if m.size() > 0 {
			first = i + 1
		}
	}
	return func(yield func(Choices) bool) {
		for i := first - 1; i < len(made); i++ {
			if made[i].size() > 0 {
				continue
			}
			for v := 1 << (by - 1); v < 1<<by && made[i].least+v <= made[i].most; v++ {
				if !yield(c.and(made[i], v)) {
					return
				}
			}
		}
	}
}

// and returns the choices with one that was the dullest.
func (c Choices) and(m choice, above int) Choices {
	m.value = m.least + above
	return Choices{append(slices.Clip(c.made), m)}
}
