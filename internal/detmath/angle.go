package detmath

import (
	"math"
	"math/bits"
)

// halfPi is π/2·2⁶³.
const halfPi = 0xC90FDAA22168C235

// reduceAngle takes a finite x above π/4 to the nearest multiple of π/2: x = n·π/2 + high + low, where quadrant is
// n modulo 4 and |high| ≤ π/4. It is the reduction of Payne and Hanek ("Radian reduction for trigonometric
// functions", SIGNUM Newsletter 18, 1983) in integers, exact enough for every x and without a rounding to
// worry about.
func reduceAngle(x float64) (quadrant uint64, high, low float64) {
	b := math.Float64bits(x)
	mantissa := b&(1<<52-1) | 1<<52
	exponent := int(b>>52) - 1075 // x = mantissa·2^exponent

	// Of 2/π, the bits that yield multiples of 4 quadrants are skipped, and the next 192 are taken. Those after
	// them add less than 2⁻¹³⁷ quadrants, whereas no float64 is nearer to a multiple of π/2 than 2⁻⁶² quadrants.
	start := exponent + 62
	words := twoOverPi[start>>6:][:4]
	shift := uint(start & 63)
	w0 := words[0]<<shift | words[1]>>(64-shift)
	w1 := words[1]<<shift | words[2]>>(64-shift)
	w2 := words[2]<<shift | words[3]>>(64-shift)

	// p0, p1, p2 is the angle in units of 2⁻¹⁹⁰ quadrants, modulo 4 quadrants.
	carry2, p2 := bits.Mul64(w2, mantissa)
	carry1, p1 := bits.Mul64(w1, mantissa)
	p1, carry := bits.Add64(p1, carry2, 0)
	_, p0 := bits.Mul64(w0, mantissa)
	p0 += carry1 + carry
	quadrant = (p0 + 1<<61) >> 62

	// What remains is a signed fraction of a quadrant; normalised, its leading 64 bits suffice.
	f0 := p0<<2 | p1>>62
	f1 := p1<<2 | p2>>62
	negative := int64(f0) < 0
	if negative {
		f0, f1 = ^f0, ^f1
	}
	zeros := uint(bits.LeadingZeros64(f0))
	angle, _ := bits.Mul64(f0<<zeros|f1>>(64-zeros), halfPi)

	// Both parts of the angle have at most 53 bits, so that the conversions are exact.
	unit := powerOfTwo(-63 - int(zeros))
	if negative {
		unit = -unit
	}
	const lowBits = 1<<11 - 1
	high = float64(float64(int64(angle&^lowBits>>1)) * float64(2*unit))
	low = float64(float64(int64(angle&lowBits)) * unit)
	return quadrant, high, low
}

// twoOverPi is the binary expansion of 2/π after 64 bits of zeros, which serve an x whose bits all count.
var twoOverPi = [20]uint64{
	0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
	0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
	0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
	0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
}
