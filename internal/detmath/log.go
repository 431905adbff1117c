package detmath

import "math"

const (
	exponentBits   = 0x7FF << 52
	smallestNormal = 1 << 52 // as bits

	// reduceBase is 0.703125 as bits: near √½, and a multiple of an interval's width, so that 1 is a boundary
	// between two intervals.
	reduceBase = 0x3FE68 << 44

	// ln2High is a multiple of 2⁻⁴², as is each logRow.high, so that k·ln2High + high has no rounding error.
	ln2High = 0x1.62e42fefa38p-1
	ln2Low  = 0x1.ef35793c7673p-45
)

// Log returns the natural logarithm of x. The error is below 0.51 ulp. Between 0.61 and 1.64 Log is strictly
// increasing, as neighbouring arguments there have logarithms two ulps and more apart.
func Log(x float64) float64 {
	bits := math.Float64bits(x)
	if bits-smallestNormal >= exponentBits-smallestNormal {
		switch {
		case x == 0:
			return math.Inf(-1)
		case x > math.MaxFloat64:
			return x
		case !(x > 0):
			return math.NaN()
		}
	}
	k, row, r := reduceLog(bits)

	// The large parts are added first and what their sum loses is kept. The rest is a hundredth of that sum, or
	// less, and so are its rounding errors.
	high := float64(k*ln2High) + row.high
	sum := high + r
	lost := (high - sum) + r
	r2 := float64(r * r)
	rest := float64(r2*logTail(r, r2)) + (float64(k*ln2Low) + row.low)
	return sum + (lost + (rest - float64(0.5*r2)))
}

// reduceLog splits the finite positive x with the given bits so that log x = k·log 2 - log row.inverse +
// log(1+r), with |r| ≤ 1/64. For x just below or above 1, k and log row.inverse are 0 and r is x-1, so that
// nothing cancels.
func reduceLog(bits uint64) (k float64, row *logRow, r float64) {
	subnormal := 0
	if bits < smallestNormal {
		bits = math.Float64bits(float64(math.Float64frombits(bits) * 0x1p52))
		subnormal = -52
	}
	offset := bits - reduceBase
	exponent := int64(offset) >> 52
	row = &logTable[offset>>46&63]
	m := bits - uint64(exponent)<<52 // in [0.703125, 1.40625)

	// The inverse has 7 significant bits. Split in two, m gives products without rounding, and r = m·inverse - 1
	// fits in 53 bits because its leading bits cancel: r is exact.
	mHigh := math.Float64frombits(m &^ (1<<27 - 1))
	mLow := math.Float64frombits(m) - mHigh
	r = (float64(mHigh*row.inverse) - 1) + float64(mLow*row.inverse)
	return float64(int(exponent) + subnormal), row, r
}

// logTail returns (log(1+r) - r + r²/2) / r², by its series. For |r| ≤ 1/64 the first term left out is below
// 2⁻⁶⁹ of log(1+r).
func logTail(r, r2 float64) float64 {
	a := 1.0/3 - float64(r*(1.0/4))
	b := 1.0/5 - float64(r*(1.0/6))
	c := 1.0/7 - float64(r*(1.0/8))
	d := 1.0/9 - float64(r*(1.0/10)) + float64(r2*(1.0/11))
	r4 := float64(r2 * r2)
	return float64(r * ((a + float64(r2*b)) + float64(r4*(c+float64(r2*d)))))
}
