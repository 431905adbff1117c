package detmath

import "math"

// Pow returns x to the power y. The error is below 0.6 ulp, or 0.85 ulp if the result is subnormal. A result that
// float64 can represent is exact, so Pow(x, 1) is x and Pow(3, 2) is 9.
func Pow(x, y float64) float64 {
	if x > 0 && x <= math.MaxFloat64 && math.Abs(y) <= math.MaxFloat64 {
		return powPositive(x, y)
	}
	return powSpecial(x, y)
}

// powPositive is Pow for a finite positive x and a finite y.
func powPositive(x, y float64) float64 {
	high, low := logPair(x)
	product := float64(y * high)
	switch {
	case product > expOverflow:
		return math.Inf(1)
	case product < expUnderflow:
		return 0
	}
	// The product of two halves is exact, so that this is what the rounding of the product lost.
	yHigh, yLow := halves(y)
	logHigh, logLow := halves(high)
	lost := float64(yHigh*logHigh) - product
	lost += float64(yHigh*logLow) + float64(yLow*logHigh)
	lost += float64(yLow * logLow)
	return expSum(product, lost+float64(y*low))
}

// logPair returns log x as the sum of two numbers, with about 65 significant bits: Pow multiplies the logarithm,
// and with it the relative error of the result, by up to 2¹⁰.
func logPair(x float64) (high, low float64) {
	k, row, r := reduceLog(math.Float64bits(x))

	// As in Log, but r² too is a pair, and what the subtraction of its larger part loses is kept.
	rHigh, rLow := halves(r)
	halfSquare := float64(0.5 * float64(rHigh*rHigh))
	halfSquareLow := float64(0.5 * float64(rLow*(r+rHigh)))
	table := float64(k*ln2High) + row.high
	sum := table + r
	lost := (table - sum) + r
	total := sum - halfSquare
	lost += (sum - total) - halfSquare

	r2 := float64(r * r)
	rest := float64(r2*logTail(r, r2)) - halfSquareLow
	rest += lost + (float64(k*ln2Low) + row.low)
	high = total + rest
	return high, (total - high) + rest
}

// halves splits x into two numbers of at most 26 and 27 significant bits, by its bits: the usual multiplication
// by 2²⁷+1 would overflow for a large x.
func halves(x float64) (high, low float64) {
	high = math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
	return high, x - high
}

// powSpecial is Pow where x or y is not finite, or x is not positive.
func powSpecial(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	case math.IsInf(y, 0):
		switch {
		case x == -1:
			return 1
		case (math.Abs(x) < 1) == (y > 0):
			return 0
		}
		return math.Inf(1)
	}

	var magnitude float64
	switch {
	case x == 0 || math.IsInf(x, 0):
		if (x == 0) == (y < 0) {
			magnitude = math.Inf(1)
		}
	case math.Trunc(y) != y:
		return math.NaN()
	default:
		magnitude = powPositive(-x, y)
	}
	if math.Signbit(x) && isOdd(y) {
		return -magnitude
	}
	return magnitude
}

func isOdd(y float64) bool {
	half := y / 2
	return math.Trunc(y) == y && math.Trunc(half) != half
}
