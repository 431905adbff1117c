package workload

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"stampede/internal/detmath"
)

// Popularity says how often each key is asked for, written as
//
//	uniform      each as often as the others
//	zipf(0.99)   key i (from 1) with probability proportional to i^-0.99
//
// The zero value is uniform.
type Popularity struct{ exponent float64 }

const popularityForms = "uniform, or zipf(EXPONENT) with an exponent from 0 to 3"

// ParsePopularity reads a popularity.
func ParsePopularity(text string) (Popularity, error) {
	text = strings.TrimSpace(text)
	if text == "uniform" {
		return Popularity{}, nil
	}
	arg, ok := strings.CutPrefix(text, "zipf(")
	arg, ok2 := strings.CutSuffix(arg, ")")
	exponent, err := strconv.ParseFloat(strings.TrimSpace(arg), 64)
	if !ok || !ok2 || err != nil || !(exponent >= 0 && exponent <= 3) {
		return Popularity{}, fmt.Errorf("%q is not a popularity; accepted is %s", text, popularityForms)
	}
	return Popularity{exponent}, nil
}

// String writes the popularity as [ParsePopularity] reads it.
func (p Popularity) String() string {
	if p.exponent == 0 {
		return "uniform"
	}
	return fmt.Sprintf("zipf(%v)", p.exponent)
}

// MarshalText writes the popularity for a scenario file.
func (p Popularity) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the popularity from a scenario file.
func (p *Popularity) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePopularity(string(text))
	return err
}

// Keys draws keys 0…n-1 by their popularity.
type Keys struct {
	n    int
	zipf *zipf // nil if uniform
}

// NewKeys returns the draw of n keys; n must be positive.
func NewKeys(n int, p Popularity) *Keys {
	k := &Keys{n: n}
	if p.exponent > 0 && n > 1 {
		k.zipf = newZipf(n, p.exponent)
	}
	return k
}

// Draw returns a key.
func (k *Keys) Draw(s Source) int {
	switch {
	case k.n == 1:
		return 0
	case k.zipf == nil:
		hi, _ := bits.Mul64(s.Uint64(), uint64(k.n))
		return int(hi)
	}
	return k.zipf.draw(s) - 1
}

// zipf draws ranks 1…n with probability proportional to rank^-q, in constant
// time and memory: rejection-inversion (Hörmann and Derflinger 1996). It inverts
// the integral of the density's hull and rejects the little that the hull
// exceeds the density by.
type zipf struct {
	n, q          float64
	low, high     float64 // the range of the integral to draw from
	acceptAtOnce  float64
	reciprocal1mq float64
}

func newZipf(n int, q float64) *zipf {
	z := &zipf{n: float64(n), q: q}
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

// integral of the density from 1 to x.
func (z *zipf) integral(x float64) float64 {
	if z.q == 1 {
		return detmath.Log(x)
	}
	return float64((detmath.Exp(float64((1-z.q)*detmath.Log(x))) - 1) * z.reciprocal1mq)
}

func (z *zipf) inverse(y float64) float64 {
	if z.q == 1 {
		return detmath.Exp(y)
	}
	return detmath.Exp(float64(z.reciprocal1mq * detmath.Log(float64(y*(1-z.q))+1)))
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
