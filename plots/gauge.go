package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"stampede/model/observe"
)

// gauge is a strip below the bars that shows a number against time, as an area. All
// panels have it, on one scale, if any of them has anything to show.
type gauge struct {
	name   string
	legend string
	color  color.RGBA
	of     func(observe.Bucket) int
	atOnce bool // it is the most at one time, and no count of what happened meanwhile
}

var gauges = []gauge{
	{"errors", "reads that fail", colError, func(b observe.Bucket) int { return b.Errors }, false},
	{"waiting", "reads that wait", colWaiting, func(b observe.Bucket) int { return b.Waiting }, true},
}

const (
	gaugeHeight = vg.Length(40)
	gaugePad    = vg.Length(6) // above the area
	minLevel    = vg.Length(1) // one is seen beside a thousand
)

// most is the highest number of a gauge.
func (g gauge) most(bars []observe.Bucket) (most int) {
	for _, bar := range bars {
		most = max(most, g.of(bar))
	}
	return most
}

// gauge draws a strip with its upper edge at top. Its scale ends at most.
func (b brush) gauge(l layout, v view, g gauge, most int, top vg.Length) {
	floor := top - gaugeHeight
	b.fill(colStrip, rectangle(plotLeft, floor, plotRight, top))
	b.area(l, v, g, most, top, floor)
	last := "at once"
	if !g.atOnce {
		last = l.axes.perBar()
	}
	b.upright(fontAxis, colText, 28, (top+floor)/2, g.name, last)
	b.horizontal(colAxis, plotLeft, plotRight, floor)
}

// area draws the numbers of a gauge, and the ends of its scale.
func (b brush) area(l layout, v view, g gauge, most int, top, floor vg.Length) {
	unit := (top - floor - gaugePad) / vg.Length(max(most, 1))
	// One outline, not columns side by side, between which a viewer shows seams.
	var outline vg.Path
	outline.Move(vg.Point{X: plotLeft, Y: floor})
	for i, bar := range v.bars {
		y := floor
		if n := g.of(bar); n > 0 {
			y = snap(floor + max(vg.Length(n)*unit, minLevel))
		}
		outline.Line(vg.Point{X: snap(l.bar(i)), Y: y})
		outline.Line(vg.Point{X: snap(l.bar(i + 1)), Y: y})
	}
	outline.Line(vg.Point{X: snap(l.bar(len(v.bars))), Y: floor})
	outline.Close()
	b.SetColor(g.color)
	b.Fill(outline)
	for _, n := range []int{0, max(most, 1)} {
		b.text(fontAxis, colSoft, plotLeft-6, floor+vg.Length(n)*unit-fontAxis.middle(), right, grouped(n))
	}
}
