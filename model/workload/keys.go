package workload

import (
	"math"
	"math/bits"
)

// Keys draws keys 0…n-1 by their popularity, in constant time. Only explicit
// weights need memory for each key: 12 bytes.
type Keys struct {
	n     int
	zipf  *zipf // nil if another popularity, as are the others
	hot   *hotDraw
	alias *alias
}

// NewKeys returns the draw of n keys. It panics if [Popularity.CheckKeys]
// reports an error.
func NewKeys(n int, p Popularity) *Keys {
	if err := p.CheckKeys(n); err != nil {
		panic("workload: NewKeys: " + err.Error())
	}
	k := &Keys{n: n}
	switch {
	case n == 1:
	case p.weights != nil:
		k.alias = newAlias(p.weights)
	case p.hot != nil:
		k.hot = newHotDraw(n, p.hot)
	case p.exponent > 0:
		k.zipf = newZipf(n, p.exponent)
	}
	return k
}

// Draw returns a key.
func (k *Keys) Draw(s Source) int {
	switch {
	case k.n == 1:
		return 0
	case k.zipf != nil:
		return k.zipf.draw(s) - 1
	case k.hot != nil:
		return k.hot.draw(s)
	case k.alias != nil:
		return k.alias.draw(s)
	}
	return below(s, k.n)
}

// below draws an integer from 0 to n-1. Each is as likely as the others to one
// part in 2⁶⁴/n.
func below(s Source, n int) int {
	hi, _ := bits.Mul64(s.Uint64(), uint64(n))
	return int(hi)
}

// hotDraw draws from n keys of which the first hot ones have a share of their
// own.
type hotDraw struct {
	n, hot int
	share  float64 // of the draws
}

// newHotDraw rounds a share of the keys to a whole number of them, at least one.
func newHotDraw(n int, h *hotSet) *hotDraw {
	hot := h.keys
	if hot == 0 {
		hot = max(1, int(math.Round(float64(n)*h.percent/100)))
	}
	share := h.draws / 100
	if hot == n {
		share = 1 // there is no other key
	}
	return &hotDraw{n: n, hot: hot, share: share}
}

func (d *hotDraw) draw(s Source) int {
	if unit(s) < d.share {
		return below(s, d.hot)
	}
	return d.hot + below(s, d.n-d.hot)
}
