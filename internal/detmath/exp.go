package detmath

import "math"

const (
	// Beyond these arguments the result is +Inf or 0; what follows needs the bound, but need not know it exactly.
	expOverflow  = 710
	expUnderflow = -746

	// step is log(2)/32. stepHigh is a multiple of 2⁻⁴², so that k·stepHigh has no rounding error for any k
	// that occurs.
	stepHigh    = 0x1.62e42fefap-6
	stepLow     = 0x1.cf79abc9e3b3ap-45
	stepInverse = 0x1.71547652b82fep5

	// roundingShift pushes the fraction of a float64 below 2⁵¹ out of its 53 bits: adding it rounds to an
	// integer, which then stands in the low bits.
	roundingShift = 0x1.8p52
)

// Exp returns eˣ. The error is below 0.54 ulp, or 0.8 ulp if the result is subnormal.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return math.NaN()
	case x > expOverflow:
		return math.Inf(1)
	case x < expUnderflow:
		return 0
	}

	// x = k·step + r, with r below step/2 and a little: e^(k·step) is a power of two times a row.
	shifted := float64(x*stepInverse) + roundingShift
	n := int32(uint32(math.Float64bits(shifted)))
	k := shifted - roundingShift
	r := (x - float64(k*stepHigh)) - float64(k*stepLow)
	row := &expTable[n&31]

	// eʳ - 1 by its series; the first term left out is below 2⁻⁶⁶.
	r2 := float64(r * r)
	a := 1.0/2 + float64(r*(1.0/6))
	b := 1.0/24 + float64(r*(1.0/120))
	c := 1.0/720 + float64(r*(1.0/5040))
	p := r + float64(r2*(a+float64(r2*(b+float64(r2*c)))))
	return scale(row.high+(row.low+float64(row.high*p)), int(n>>5))
}

// scale returns x·2ⁿ for x around 1 and n in [-1077, 1024], rounded once.
func scale(x float64, n int) float64 {
	switch {
	case n > 1023:
		return float64(float64(x*2) * powerOfTwo(n-1))
	case n < -1022:
		return float64(float64(x*powerOfTwo(n+64)) * 0x1p-64)
	}
	return float64(x * powerOfTwo(n))
}

// powerOfTwo returns 2ⁿ for n in [-1022, 1023].
func powerOfTwo(n int) float64 {
	return math.Float64frombits(uint64(n+1023) << 52)
}
