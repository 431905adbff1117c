package sim

import (
	"math/bits"
	"math/rand/v2"
)

// Rand is a stream of random numbers that depends on nothing but the seed, its
// owner and its purpose: one more draw elsewhere, or one fault less, leaves it
// as it was. Its integers are the same on every platform.
type Rand struct{ pcg rand.PCG }

// NewRand returns the stream that owner uses for a purpose, in the run with the
// given seed.
func NewRand(seed uint64, owner, purpose string) *Rand {
	h := mix(seed + 0x9e3779b97f4a7c15)
	for _, s := range [...]string{owner, purpose} {
		for i := range len(s) {
			h = mix(h ^ uint64(s[i]))
		}
		h = mix(h ^ uint64(len(s))<<32)
	}
	r := new(Rand)
	r.pcg.Seed(h, mix(h+1))
	return r
}

// Rand returns a random stream of this run.
func (s *Sim) Rand(owner, purpose string) *Rand { return NewRand(s.config.Seed, owner, purpose) }

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 { return r.pcg.Uint64() }

// IntN returns an integer from 0 to n-1, each as likely as the others; n must
// be positive. (Lemire, Fast Random Integer Generation in an Interval, 2019.)
func (r *Rand) IntN(n int) int {
	if n <= 0 {
		panic("sim: Rand.IntN: n must be positive")
	}
	hi, lo := bits.Mul64(r.Uint64(), uint64(n))
	if lo < uint64(n) {
		for floor := -uint64(n) % uint64(n); lo < floor; {
			hi, lo = bits.Mul64(r.Uint64(), uint64(n))
		}
	}
	return int(hi)
}
