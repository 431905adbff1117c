package plots

import (
	"time"

	"gonum.org/v1/plot/vg"
)

// panel draws one run with its upper edge at top.
func (b brush) panel(l layout, v view, top vg.Length) {
	b.head(l, v, top-13)

	upper := top - headHeight - markHeight
	floor := upper - l.barsHeight

	b.start(l, v, upper, floor)
	b.faults(l, v, upper, floor)
	b.grid(l, upper, floor)
	b.expiries(l, v, upper, floor)
	b.bars(l, v, floor)
	b.faultNames(l, v, upper)
	b.horizontal(colAxis, plotLeft, plotRight, floor)

	lower := floor // where the time axis is
	for i, g := range l.gauges {
		b.gauge(l, v, g, l.tops[i], lower-stripGap)
		lower -= stripGap + gaugeHeight
	}
	if v.strip.height > 0 {
		b.strip(l, v, lower-stripGap)
		lower -= stripGap + v.strip.height
	}
	b.timeAxis(l, lower)
}

// head writes label and note from the left, the peak and what is omitted from
// the right. Where they would meet, the note is cut, then the label.
func (b brush) head(l layout, v view, y vg.Length) {
	const gap = 20 // more than it takes: another font may be wider
	peak, omitted := v.peakText(l.axes), v.omittedText()
	room := plotWidth - fontPeak.width(peak) - gap
	b.text(fontPeak, colText, plotRight, y, right, peak)
	if omitted != "" {
		b.text(fontAxis, colSoft, plotLeft+room, y, right, omitted)
		room -= fontAxis.width(omitted) + gap
	}

	label := fontLabel.shorten(v.panel.Label, room)
	b.text(fontLabel, colText, plotLeft, y, left, label)
	used := vg.Length(0)
	if label != "" {
		used = fontLabel.width(label) + gap
	}
	b.text(fontNote, colSoft, plotLeft+used, y, left, fontNote.shorten(v.panel.Note, room-used))
}

// start greys the start of the run, whose bars count for no peak.
func (b brush) start(l layout, v view, upper, floor vg.Length) {
	if from := v.panel.Timeline.From; from > 0 {
		b.fill(colStrip, rectangle(plotLeft, floor, snap(l.x(from)), upper))
	}
}

// grid draws the recompute axis and the lines across.
func (b brush) grid(l layout, upper, floor vg.Length) {
	for n := 0; n <= l.axes.top; n += l.axes.step {
		y := floor + l.barsHeight*vg.Length(n)/vg.Length(l.axes.top)
		if n > 0 {
			b.horizontal(colGrid, plotLeft, plotRight, y)
		}
		b.text(fontAxis, colSoft, plotLeft-6, y-fontAxis.middle(), right, grouped(n))
	}
	b.upright(fontAxis, colText, 28, (upper+floor)/2, "recomputes", l.axes.perBar())
}

// timeAxis draws the ticks and their labels below y.
func (b brush) timeAxis(l layout, y vg.Length) {
	for _, t := range l.axes.timeTicks() {
		x := l.x(t)
		b.vertical(colAxis, x, y-3, y)
		b.text(fontAxis, colSoft, x+hair/2, y-ticksHeight+1, centre, l.axes.timeLabel(t))
	}
}

// x is where an instant is on the page, kept within the time axis.
func (l layout) x(t time.Duration) vg.Length {
	t = min(max(t, 0), l.axes.end)
	return plotLeft + plotWidth*vg.Length(float64(t)/float64(l.axes.end))
}

// bar is where bar i begins on the page.
func (l layout) bar(i int) vg.Length { return l.x(time.Duration(i) * l.axes.width) }

// expiries marks the absences of keys above the bars, with a line through them
// where the marks are few enough to be followed.
func (b brush) expiries(l layout, v view, upper, floor vg.Length) {
	const most = 60
	var at []vg.Length // distinct places, in order
	mark := func(x vg.Length) {
		if x = snap(x); len(at) == 0 || x-at[len(at)-1] >= 1 {
			at = append(at, x)
		}
	}
	for _, e := range v.panel.Timeline.Expiries {
		if e.At <= l.axes.end {
			mark(l.x(e.At))
		}
	}
	if v.panel.Timeline.Expiries == nil { // there were too many to keep each
		for i, bar := range v.bars {
			if bar.Expiries > 0 {
				mark(l.bar(i))
			}
		}
	}
	if len(at) > most {
		var ticks []vg.Rectangle
		for _, x := range at {
			ticks = append(ticks, rectangle(x, upper+2, x+hair, upper+markHeight))
		}
		b.fill(colMark, ticks...)
		return
	}
	for _, x := range at {
		b.vertical(colThread, x, floor, upper+2)
		b.arrow(colMark, x, upper+2)
	}
}
