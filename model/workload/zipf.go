package workload

import (
	"math"

	"stampede/internal/detmath"
)

// zipf draws ranks 1…n with probability proportional to rank^-q, in constant
// time and memory: rejection-inversion (Hörmann and Derflinger 1996). It inverts
// the integral of the density's hull and rejects the little that the hull
// exceeds the density by.
type zipf struct {
	n, q          float64
	low, high     float64 // the range of the integral to draw from
	acceptAtOnce  float64
	reciprocal1mq float64
	nearOne       bool
}

// nearOne is the distance of q from 1 below which 1-q is too small a divisor:
// series are more accurate there.
const nearOne = 1e-5

func newZipf(n int, q float64) *zipf {
	z := &zipf{n: float64(n), q: q, nearOne: math.Abs(1-q) < nearOne}
	if q != 1 {
		z.reciprocal1mq = 1 / (1 - q)
	}
	z.low = z.integral(1.5) - 1
	z.high = z.integral(z.n + 0.5)
	z.acceptAtOnce = 2 - z.inverse(z.integral(2.5)-z.density(2))
	return z
}

// density is x^-q.
func (z *zipf) density(x float64) float64 { return detmath.Exp(float64(-z.q * detmath.Log(x))) }

// integral of the density from 1 to x: (x^(1-q) - 1) / (1-q), or log x if q is 1.
func (z *zipf) integral(x float64) float64 {
	log := detmath.Log(x)
	y := float64((1 - z.q) * log)
	if z.nearOne { // (e^y - 1) / y = 1 + y/2 + y²/6 + …
		return float64(log * (1 + float64(y/2*(1+float64(y/3*(1+y/4))))))
	}
	return float64((detmath.Exp(y) - 1) * z.reciprocal1mq)
}

// inverse of the integral.
func (z *zipf) inverse(y float64) float64 {
	v := float64(y * (1 - z.q))
	if z.nearOne { // log(1+v) / v = 1 - v/2 + v²/3 - …
		return detmath.Exp(float64(y * (1 - float64(v*(1.0/2-float64(v*(1.0/3-v/4)))))))
	}
	return detmath.Exp(float64(z.reciprocal1mq * detmath.Log(v+1)))
}

func (z *zipf) draw(s Source) int {
	for {
		u := z.high + float64(openUnit(s)*(z.low-z.high))
		x := z.inverse(u)
		rank := min(max(float64(int64(x+0.5)), 1), z.n)
		if rank-x <= z.acceptAtOnce || u >= z.integral(rank+0.5)-z.density(rank) {
			return int(rank)
		}
	}
}
