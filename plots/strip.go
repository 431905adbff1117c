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

	mostHeld int
}

const (
	stripPad = vg.Length(2)
	laneGap  = vg.Length(1.5)
	minHold  = vg.Length(1)
	minLost  = vg.Length(2)   // wide enough to show its colour beside the mark
	lostCap  = vg.Length(1.5) // the mark where a lost hold ended
)

func newStrip(t observe.Timeline, bars []observe.Bucket, end time.Duration) strip {
	holds := ordered(t.Holds)
	for len(holds) > 0 && holds[len(holds)-1].From >= end {
		holds = holds[:len(holds)-1] // it began after the end of the time axis
	}
	most := held.most(bars)
	if len(holds) == 0 && most == 0 {
		return strip{}
	}
	if lanes, n, ok := assignLanes(holds); ok && len(holds) > 0 {
		s := strip{holds: holds, lanes: lanes, laneSize: 5}
		if n == 1 {
			s.laneSize = 7
		}
		s.height = 2*stripPad + vg.Length(n)*(s.laneSize+laneGap) - laneGap
		return s
	}
	return strip{height: gaugeHeight, mostHeld: most}
}

// held is what is drawn of locks whose holds are too many to be drawn one by one.
var held = gauge{"locks", "lock held", colHold, func(b observe.Bucket) int { return b.Held }, true}

// strip draws the locks of a panel with their upper edge at top.
func (b brush) strip(l layout, v view, top vg.Length) {
	s := v.strip
	if s.height == 0 {
		return
	}
	if s.lanes == nil {
		b.gauge(l, v, held, l.axes.heldTop, top)
		b.lost(l, v, top)
		return
	}
	floor := top - s.height
	b.fill(colStrip, rectangle(plotLeft, floor, plotRight, top))
	b.holds(l, s, top)
	b.text(fontAxis, colText, plotLeft-6, (top+floor)/2-fontAxis.middle(), right, "lock holders")
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

// lost marks when locks were lost: above their number, which would cover many.
func (b brush) lost(l layout, v view, top vg.Length) {
	var marks []vg.Rectangle
	for i, bar := range v.bars {
		if bar.Lost > 0 {
			x := (l.bar(i) + l.bar(i+1)) / 2
			marks = append(marks, rectangle(x-minLost/2, top-gaugePad+1, x+minLost/2, top))
		}
	}
	b.fill(colLost, marks...)
}
