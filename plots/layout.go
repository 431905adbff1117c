package plots

import "gonum.org/v1/plot/vg"

// Measures of the page in points, 72 to the inch. The width suits a slide.
const (
	pageWidth = 12 * vg.Inch
	plotLeft  = vg.Length(80)  // the recompute axis, and the left edge of all headings
	plotRight = pageWidth - 28 // the right end of the time axis
	plotWidth = plotRight - plotLeft

	marginTop    = vg.Length(20)
	titleHeight  = vg.Length(22)
	noteHeight   = vg.Length(17)
	legendHeight = vg.Length(40)
	footHeight   = vg.Length(34)

	headHeight   = vg.Length(21) // a panel's label, note and peak
	markHeight   = vg.Length(7)  // the marks of expiries above the bars
	stripGap     = vg.Length(8)
	ticksHeight  = vg.Length(14)
	panelSpacing = vg.Length(15)
)

// layout is a picture made ready to draw: merged, measured and placed.
type layout struct {
	picture       Picture
	axes          axes
	views         []view
	barsHeight    vg.Length // the same in all panels, so that heights compare
	gauges        []gauge   // those that have anything to show
	tops          []int     // the ends of their scales
	width, height vg.Length
}

// newLayout expects a valid picture.
func newLayout(p Picture) layout {
	p.Title, p.Subtitle = printable(p.Title), printable(p.Subtitle)
	l := layout{picture: p, axes: newAxes(p.Panels), width: pageWidth}
	high, held := 0, 0
	for _, panel := range p.Panels {
		v := newView(panel, l.axes)
		l.views = append(l.views, v)
		high, held = max(high, v.high), max(held, v.strip.mostHeld)
	}
	l.axes.fit(high, held)
	for _, g := range gauges {
		most := 0
		for _, v := range l.views {
			most = max(most, g.most(v.bars))
		}
		if most > 0 {
			l.gauges, l.tops = append(l.gauges, g), append(l.tops, most)
		}
	}

	switch len(l.views) {
	case 1:
		l.barsHeight = 190
	case 2:
		l.barsHeight = 140
	default:
		l.barsHeight = 100
	}
	l.height = l.headerHeight() + footHeight - panelSpacing
	for _, v := range l.views {
		l.height += l.panelHeight(v)
	}
	return l
}

func (l layout) headerHeight() vg.Length {
	h := marginTop + titleHeight + legendHeight
	if l.picture.Subtitle != "" {
		h += noteHeight
	}
	return h
}

func (l layout) panelHeight(v view) vg.Length {
	h := headHeight + markHeight + l.barsHeight + ticksHeight + panelSpacing
	h += vg.Length(len(l.gauges)) * (stripGap + gaugeHeight)
	if v.strip.height > 0 {
		h += stripGap + v.strip.height
	}
	return h
}

// draw paints the page from top to bottom.
func (l layout) draw(onto page) {
	b := brush{onto}
	b.fill(colPaper, rectangle(0, 0, l.width, l.height))

	y := l.height - marginTop - titleHeight
	b.text(fontTitle, colText, plotLeft, y+7, left, fontTitle.shorten(l.picture.Title, plotWidth))
	if l.picture.Subtitle != "" {
		y -= noteHeight
		b.text(fontNote, colSoft, plotLeft, y+6, left, fontNote.shorten(l.picture.Subtitle, plotWidth))
	}
	b.legend(l, plotLeft, y-17)

	y = l.height - l.headerHeight()
	for _, v := range l.views {
		b.panel(l, v, y)
		y -= l.panelHeight(v)
	}
	b.text(fontAxis, colText, plotLeft+plotWidth/2, 14, centre, "time ("+l.axes.unit.name+")")
}
