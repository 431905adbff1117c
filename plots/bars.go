package plots

import (
	"image/color"
	"time"

	"gonum.org/v1/plot/vg"

	"stampede/model/observe"
)

// A bar is at least minBar high and a part of it at least minPart, so that one
// recompute is seen beside a hundred.
const (
	minBar  = vg.Length(4)
	minPart = vg.Length(2)
)

// kinds are the parts of a bar, from the bottom up.
var kinds = []struct {
	name  string
	color color.RGBA
	count func(observe.Bucket) int
}{
	{"first on a miss", colOnMiss, func(b observe.Bucket) int { return b.OnMiss }},
	{"early refresh", colEarly, func(b observe.Bucket) int { return b.Early }},
	{"duplicate", colDuplicate, func(b observe.Bucket) int { return b.Duplicate }},
}

// bars draws the recomputes of a panel, standing on floor.
func (b brush) bars(l layout, v view, floor vg.Length) {
	rects := make([][]vg.Rectangle, len(kinds))
	for i, bar := range v.bars {
		from := time.Duration(i) * l.axes.width
		if from >= l.axes.end {
			break
		}
		x0, x1 := barEdges(l.x(from), l.x(from+l.axes.width))
		y := floor
		for k, h := range partHeights(bar, l.barsHeight/vg.Length(l.axes.top)) {
			if h > 0 {
				rects[k] = append(rects[k], rectangle(x0, y, x1, y+h))
				y += h
			}
		}
	}
	for k := range kinds {
		b.fill(kinds[k].color, rects[k]...)
	}
}

// barEdges leaves a gap between bars that are wide enough to spare it.
func barEdges(x0, x1 vg.Length) (vg.Length, vg.Length) {
	x0, x1 = snap(x0), snap(x1)
	switch w := x1 - x0; {
	case w >= 4:
		return x0 + hair, x1 - hair
	case w >= 2.5:
		return x0, x1 - hair
	default:
		return x0, max(x1, x0+1)
	}
}

// partHeights are the heights of a bar's parts at unit points a recompute. What
// the smallest parts are given beyond their share is taken from the largest.
func partHeights(bar observe.Bucket, unit vg.Length) []vg.Length {
	heights := make([]vg.Length, len(kinds))
	if bar.Recomputes() == 0 {
		return heights
	}
	var sum vg.Length
	largest, parts := 0, 0
	for k, kind := range kinds {
		n := kind.count(bar)
		if n == 0 {
			continue
		}
		parts++
		heights[k] = max(vg.Length(n)*unit, minPart)
		sum += heights[k]
		if n > kinds[largest].count(bar) {
			largest = k
		}
	}
	want := max(vg.Length(bar.Recomputes())*unit, minBar, vg.Length(parts)*minPart)
	heights[largest] += want - sum
	return heights
}
