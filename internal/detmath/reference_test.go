package detmath

import (
	"math"
	"math/big"
	"sync"
)

// The reference is slow and plain: series in big.Float, with more bits than any cancellation here can take away.
const precision = 220

func newBig(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigAtanhInverse returns artanh(1/n), or arctan(1/n) if the signs alternate.
func bigAtanhInverse(n int64, prec uint, alternate bool) *big.Float {
	sum := new(big.Float).SetPrec(prec)
	power := new(big.Float).SetPrec(prec).SetInt64(1)
	power.Quo(power, new(big.Float).SetInt64(n))
	square := new(big.Float).SetInt64(n * n)
	term := new(big.Float).SetPrec(prec)
	for i := int64(1); power.MantExp(nil) > -int(prec); i += 2 {
		term.Quo(power, new(big.Float).SetInt64(i))
		if alternate && i%4 == 3 {
			term.Neg(term)
		}
		sum.Add(sum, term)
		power.Quo(power, square)
	}
	return sum
}

var bigLn2 = sync.OnceValue(func() *big.Float {
	half := bigAtanhInverse(3, 2*precision, false)
	return half.Add(half, half)
})

// bigPi has bits enough for the largest float64 to lose 1024 of them (Machin's formula).
var bigPi = sync.OnceValue(func() *big.Float {
	const prec = 1100 + precision
	pi := bigAtanhInverse(5, prec, true)
	pi.Mul(pi, new(big.Float).SetInt64(16))
	minor := bigAtanhInverse(239, prec, true)
	return pi.Sub(pi, minor.Mul(minor, new(big.Float).SetInt64(4)))
})

func bigLog(x float64) *big.Float {
	m := new(big.Float).SetPrec(precision)
	exponent := newBig(x).MantExp(m)
	if m.Cmp(newBig(math.Sqrt2/2)) < 0 {
		m.SetMantExp(m, 1)
		exponent--
	}
	one := newBig(1)
	s := new(big.Float).Sub(m, one)
	s.Quo(s, m.Add(m, one)) // log m = 2 artanh s
	sum := newBig(0)
	square := new(big.Float).Mul(s, s)
	term := newBig(0)
	for i, power := 1.0, s; power.Sign() != 0 && power.MantExp(nil) > s.MantExp(nil)-precision; i += 2 {
		sum.Add(sum, term.Quo(power, newBig(i)))
		power = new(big.Float).Mul(power, square)
	}
	sum.Add(sum, sum)
	return sum.Add(sum, term.Mul(bigLn2(), newBig(float64(exponent))))
}

func bigExp(x *big.Float) *big.Float {
	const squarings = 12
	quotient, _ := new(big.Float).Quo(x, bigLn2()).Float64()
	n := math.Round(quotient)
	r := newBig(n)
	r.Sub(x, r.Mul(r, bigLn2())).SetPrec(precision)
	r.SetMantExp(r, -squarings)
	sum, term := newBig(1), newBig(1)
	for i := 1.0; term.Sign() != 0 && term.MantExp(nil) > -precision; i++ {
		term.Mul(term, r)
		sum.Add(sum, term.Quo(term, newBig(i)))
	}
	for range squarings {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, int(n))
}

func bigPow(x, y float64) *big.Float {
	product := bigLog(x)
	return bigExp(product.Mul(product, newBig(y)))
}

func bigSin(x float64) *big.Float {
	// x = n·π + r with |r| ≤ π/2, and sin x = ±sin r.
	pi := bigPi()
	quotient := new(big.Float).SetPrec(pi.Prec()).Quo(new(big.Float).SetFloat64(x), pi)
	half := newBig(math.Copysign(0.5, x))
	n, _ := quotient.Add(quotient, half).Int(nil)
	r := new(big.Float).SetPrec(pi.Prec()).SetInt(n)
	r.Sub(new(big.Float).SetPrec(pi.Prec()).SetFloat64(x), r.Mul(r, pi)).SetPrec(precision)

	sum, term := newBig(0).Set(r), newBig(0).Set(r)
	square := new(big.Float).Mul(r, r)
	for i := 2.0; term.Sign() != 0 && term.MantExp(nil) > r.MantExp(nil)-precision; i += 2 {
		term.Mul(term, square)
		term.Quo(term, newBig(-i*(i+1)))
		sum.Add(sum, term)
	}
	if n.Bit(0) == 1 {
		sum.Neg(sum)
	}
	return sum
}

// ulps returns the distance between got and the exact value, in units of the spacing of float64 at that value.
func ulps(got float64, exact *big.Float) float64 {
	exponent := max(exact.MantExp(nil)-53, -1074)
	distance := newBig(got)
	distance.Sub(distance, exact).Abs(distance)
	u, _ := distance.SetMantExp(distance, -exponent).Float64()
	return u
}
