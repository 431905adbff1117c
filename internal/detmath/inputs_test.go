package detmath

import (
	"math"
	"math/rand/v2"
)

// inputs draws arguments from integers, and rounds each product, so that they too are the same everywhere.
type inputs struct{ *rand.PCG }

func newInputs(stream uint64) inputs { return inputs{rand.NewPCG(20240229, stream)} }

// between is uniform in [low, high).
func (in inputs) between(low, high float64) float64 {
	unit := float64(float64(int64(in.Uint64()>>11)) * 0x1p-53)
	return low + float64(unit*(high-low))
}

// positive has any exponent, subnormal ones too.
func (in inputs) positive() float64 {
	return math.Float64frombits(in.Uint64() % exponentBits)
}

// signed is a positive number of a magnitude between 2^low and 2^high, with either sign.
func (in inputs) signed(low, high int) float64 {
	u := in.Uint64()
	exponent := low + int(u>>53%uint64(high-low))
	return math.Float64frombits(u<<63 | uint64(exponent+1023)<<52 | u&(1<<52-1))
}

// near is at a relative distance from center of any magnitude between 2⁻⁵³ and ½.
func (in inputs) near(center float64) float64 {
	return center + float64(center*in.signed(-53, -1))
}

// logInput, expInput and sinInput mix the ranges which samplers use with all others. The
// index decides which one it is.

func (in inputs) logInput(i int) float64 {
	switch i % 4 {
	case 0:
		return in.between(0, 1)
	case 1:
		return in.near(1)
	case 2:
		return in.between(0, 1e9)
	}
	return in.positive()
}

func (in inputs) expInput(i int) float64 {
	switch i % 4 {
	case 0:
		return in.between(-40, 40)
	case 1:
		return in.between(-1, 1)
	case 2:
		return in.signed(-60, 10)
	}
	return in.between(-746, 710)
}

func (in inputs) sinInput(i int) float64 {
	const turn = 2 * math.Pi
	switch i % 4 {
	case 0:
		return in.between(0, turn)
	case 1:
		return in.between(-20, 20)
	case 2: // near a zero or an extremum
		return in.near(float64(math.Trunc(in.between(1, 100)) * (math.Pi / 2)))
	}
	return in.signed(-40, 1024)
}
