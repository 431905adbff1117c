package plots

import (
	"cmp"
	"slices"
	"time"

	"gonum.org/v1/plot/vg"

	"stampede/model/observe"
)

// minFault is how wide the band of a fault is at least: one that happens at once
// has no length of its own.
const minFault = vg.Length(2)

// faults shades, behind all else, the times in which something was wrong. Bands
// that meet are one: what is shaded is that there was a fault, not how many.
func (b brush) faults(l layout, v view, upper, floor vg.Length) {
	var bands []vg.Rectangle
	for _, f := range spans(v.panel.Timeline.Faults, l.axes.end) {
		x0, x1 := snap(l.x(f.From)), snap(l.x(f.To))
		x0 = min(x0, plotRight-minFault)
		x1 = max(x1, x0+minFault)
		if n := len(bands); n > 0 && x0 <= bands[n-1].Max.X {
			bands[n-1].Max.X = max(bands[n-1].Max.X, x1)
			continue
		}
		bands = append(bands, rectangle(x0, floor, x1, upper))
	}
	b.fill(colFault, bands...)
}

// faultNames writes what went wrong beside the beginning of its band, where there
// is room for it: before the next one, and on the page.
func (b brush) faultNames(l layout, v view, upper vg.Length) {
	const gap = 4
	free := plotLeft // to the right of what has been written
	shown := -1
	for _, f := range spans(v.panel.Timeline.Faults, l.axes.end) {
		if f.Fault >= len(l.picture.Faults) || f.Fault == shown {
			continue
		}
		name := printable(l.picture.Faults[f.Fault])
		x := snap(l.x(f.From)) + gap
		if x < free || x+fontFault.width(name) > plotRight {
			continue
		}
		b.text(fontFault, colSoft, x, upper-2*fontFault.middle()-gap, left, name)
		free = x + fontFault.width(name) + gap
		shown = f.Fault
	}
}

// spans returns the faults that begin before the end, in the order of their
// start.
func spans(faults []observe.FaultSpan, end time.Duration) []observe.FaultSpan {
	faults = slices.DeleteFunc(slices.Clone(faults), func(f observe.FaultSpan) bool { return f.From >= end })
	slices.SortStableFunc(faults, func(a, b observe.FaultSpan) int { return cmp.Compare(a.From, b.From) })
	return faults
}

// faultsIn says whether any panel shows faults.
func faultsIn(views []view) bool {
	return slices.ContainsFunc(views, func(v view) bool { return len(v.panel.Timeline.Faults) > 0 })
}
