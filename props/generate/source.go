package generate

import (
	"math/bits"

	"stampede/sim"
)

// Source is where a generator's choices come from.
type Source interface {
	// Int chooses from least to most. The least is the dullest choice, to which
	// a failing case is shrunk. label says what is chosen.
	Int(label string, least, most int) int
}

// seeded chooses by a seed.
type seeded struct{ seed uint64 }

// Seeded returns the source of a seed. Each label has a stream of its own, so
// that a choice does not depend on what else is chosen.
func Seeded(seed uint64) Source { return seeded{seed} }

func (s seeded) Int(label string, least, most int) int {
	hi, _ := bits.Mul64(sim.NewRand(s.seed, "generate", label).Uint64(), uint64(most-least+1))
	return least + int(hi)
}

// oneOf chooses one of some values, the dullest first.
func oneOf[T any](s Source, label string, values ...T) T {
	return values[s.Int(label, 0, len(values)-1)]
}

func yes(s Source, label string) bool { return s.Int(label, 0, 1) == 1 }
