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
