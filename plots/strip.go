package plots

import (
	"time"

	"gonum.org/v1/plot/vg"

	"stampede/model/observe"
)

// strip is what a panel shows of locks, below its bars: each hold in a lane, or
// the number of locks held where lanes would be too many.
type strip struct {
	height vg.Length // zero for a run without locks
	holds  []observe.Hold

	lanes    []int // of each hold; nil if counts are drawn instead
	laneSize vg.Length

	counts   []int // locks held, column by column
	mostHeld int
}

const (
	stripPad      = vg.Length(2)
	laneGap       = vg.Length(1.5)
	countsHeight  = vg.Length(40)
	countsPad     = vg.Length(6) // above the counts, for the marks of lost locks
	minHold       = vg.Length(1)
	minLost       = vg.Length(2)   // wide enough to show its colour beside the mark
	lostCap       = vg.Length(1.5) // the mark where a lost hold ended
	countsColumns = int(plotWidth)
)

func newStrip(holds []observe.Hold, end time.Duration) strip {
	holds = ordered(holds)
	for len(holds) > 0 && holds[len(holds)-1].From >= end {
		holds = holds[:len(holds)-1] // it began after the end of the time axis
	}
	if len(holds) == 0 {
		return strip{}
	}
	s := strip{holds: holds}
	if lanes, n, ok := assignLanes(s.holds); ok {
		s.lanes = lanes
		s.laneSize = 5
		if n == 1 {
			s.laneSize = 7
		}
		s.height = 2*stripPad + vg.Length(n)*(s.laneSize+laneGap) - laneGap
		return s
	}
	s.height = countsHeight
	s.counts = heldCounts(s.holds, end, countsColumns)
	for _, n := range s.counts {
		s.mostHeld = max(s.mostHeld, n)
	}
	return s
}

// strip draws the locks of a panel with their upper edge at top.
func (b brush) strip(l layout, v view, top vg.Length) {
	s := v.strip
	if s.height == 0 {
		return
	}
	floor := top - s.height
	b.fill(colStrip, rectangle(plotLeft, floor, plotRight, top))
	if s.lanes != nil {
		b.holds(l, s, top)
		b.text(fontAxis, colText, plotLeft-6, (top+floor)/2-fontAxis.middle(), right, "lock holders")
	} else {
		b.held(l, s, top, floor)
	}
	b.horizontal(colAxis, plotLeft, plotRight, floor)
}

// holds draws each hold as a bar in its lane, the first lane on top.
func (b brush) holds(l layout, s strip, top vg.Length) {
	var kept, lost, caps []vg.Rectangle
	for i, h := range s.holds {
		x0, x1 := snap(l.x(h.From)), snap(l.x(h.To))
		if h.Lost {
			x0 = min(x0, x1-minLost)
		}
		x1 = max(x1, x0+minHold)
		y1 := top - stripPad - vg.Length(s.lanes[i])*(s.laneSize+laneGap)
		y0 := y1 - s.laneSize
		if !h.Lost {
			kept = append(kept, rectangle(x0, y0, x1, y1))
			continue
		}
		lost = append(lost, rectangle(x0, y0, x1, y1))
		if h.To <= l.axes.end {
			caps = append(caps, rectangle(x1-hair, y0-1, x1-hair+lostCap, y1+1))
		}
	}
	b.fill(colHold, kept...)
	b.fill(colLost, lost...)
	b.fill(colText, caps...)
}

// held draws the number of locks held as an area, and where one was lost.
func (b brush) held(l layout, s strip, top, floor vg.Length) {
	unit := (top - floor - countsPad) / vg.Length(l.axes.heldTop)
	column := plotWidth / vg.Length(len(s.counts))
	// One outline, not columns side by side, between which a viewer shows seams.
	var area vg.Path
	area.Move(vg.Point{X: plotLeft, Y: floor})
	for i, n := range s.counts {
		y := snap(floor + vg.Length(n)*unit)
		area.Line(vg.Point{X: snap(plotLeft + vg.Length(i)*column), Y: y})
		area.Line(vg.Point{X: snap(plotLeft + vg.Length(i+1)*column), Y: y})
	}
	area.Line(vg.Point{X: plotRight, Y: floor})
	area.Close()
	b.SetColor(colHold)
	b.Fill(area)

	// Above the area, which many lost locks would otherwise cover.
	var lost []vg.Rectangle
	for _, h := range s.holds {
		if h.Lost && h.To <= l.axes.end {
			x := snap(l.x(h.To))
			lost = append(lost, rectangle(x-minLost, top-countsPad+1, x, top))
		}
	}
	b.fill(colLost, lost...)

	for _, n := range []int{0, l.axes.heldTop} {
		y := floor + vg.Length(n)*unit
		b.text(fontAxis, colSoft, plotLeft-6, y-fontAxis.middle(), right, grouped(n))
	}
	b.upright(fontAxis, colText, 28, (top+floor)/2, "locks", "held")
}
