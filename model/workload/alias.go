package workload

import "math/bits"

// alias draws from explicit weights in constant time: each of n columns is of
// the same width and shared by at most two keys, its own and one other (Walker
// 1977; the construction is Vose's of 1991).
type alias struct {
	own   []uint64 // the share of a column that is its own key's, of 2⁶⁴
	other []int32
}

func newAlias(weights []float64) *alias {
	n := len(weights)
	a := &alias{own: make([]uint64, n), other: make([]int32, n)}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	// What each key still has to place, in widths of a column.
	rest := make([]float64, n)
	var small, large []int32
	for i, w := range weights {
		rest[i] = float64(w / total * float64(n))
		if rest[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a.own[s], a.other[s] = share64(rest[s]), l
		rest[l] -= 1 - rest[s]
		if rest[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	// What is left are full columns, but for rounding: what they have to place
	// adds up to their number. So a key without a weight is never among them.
	for _, i := range append(large, small...) {
		a.own[i], a.other[i] = 1<<64-1, i
	}
	return a
}

// share64 converts a share from 0 to below 1 to parts of 2⁶⁴.
func share64(x float64) uint64 { return uint64(x*(1<<63)) << 1 }

func (a *alias) draw(s Source) int {
	column, place := bits.Mul64(s.Uint64(), uint64(len(a.own)))
	if place < a.own[column] {
		return int(column)
	}
	return int(a.other[column])
}
