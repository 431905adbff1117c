package plots

import (
	"cmp"
	"slices"
	"time"

	"stampede/model/observe"
)

// maxLanes is how many holds may overlap and still be drawn one by one. With
// more, their number is drawn against time instead.
const maxLanes = 8

// assignLanes puts each hold into the first lane that is free at its start and
// returns the lane of each and their number: as few as the holds allow. It gives
// up, with ok false, when more than maxLanes would be needed. Holds must be in
// order of their start.
func assignLanes(holds []observe.Hold) (lanes []int, n int, ok bool) {
	lanes = make([]int, len(holds))
	freeAt := make([]time.Duration, 0, maxLanes)
	for i, h := range holds {
		lane := slices.IndexFunc(freeAt, func(t time.Duration) bool { return t <= h.From })
		if lane < 0 {
			if len(freeAt) == maxLanes {
				return nil, 0, false
			}
			lane = len(freeAt)
			freeAt = append(freeAt, 0)
		}
		lanes[i], freeAt[lane] = lane, h.To
	}
	return lanes, len(freeAt), true
}

// heldCounts returns, for each of n equal columns of the time from zero to end,
// the most locks held at once within it. A maximum, not a mean: a peak must not
// vanish because it was short.
func heldCounts(holds []observe.Hold, end time.Duration, n int) []int {
	type change struct {
		at time.Duration
		by int
	}
	changes := make([]change, 0, 2*len(holds))
	for _, h := range holds {
		changes = append(changes, change{h.From, +1}, change{h.To, -1})
	}
	// At one instant a release comes first: locks handed over do not overlap.
	slices.SortFunc(changes, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by, b.by))
	})

	counts := make([]int, n)
	held, next := 0, 0
	var from time.Duration
	for col := range counts {
		until := columnEnd(end, col, n)
		for ; next < len(changes) && changes[next].at <= from; next++ {
			held += changes[next].by // at the border: what ends there is not of this column
		}
		counts[col] = held
		for ; next < len(changes) && changes[next].at < until; next++ {
			held += changes[next].by
			counts[col] = max(counts[col], held)
		}
		from = until
	}
	return counts
}

// columnEnd is the end of column col of n, without the overflow of end*(col+1).
func columnEnd(end time.Duration, col, n int) time.Duration {
	k, parts := time.Duration(col+1), time.Duration(n)
	return end/parts*k + end%parts*k/parts
}

// ordered returns the holds in order of their start, copying only if it must.
func ordered(holds []observe.Hold) []observe.Hold {
	byStart := func(a, b observe.Hold) int { return cmp.Compare(a.From, b.From) }
	if slices.IsSortedFunc(holds, byStart) {
		return holds
	}
	holds = slices.Clone(holds)
	slices.SortStableFunc(holds, byStart)
	return holds
}
