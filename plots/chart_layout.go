package plots

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

const (
	figuresHeight = vg.Length(150) // of a panel's plot
	namesHeight   = vg.Length(17)  // of the name of the axis below it
)

// chartLayout is a chart made ready to draw.
type chartLayout struct {
	chart  Chart
	inks   map[string]ink
	legend [][]string // the names of the series, row by row
	height vg.Length
}

// ink is what tells a series from others.
type ink struct {
	color color.NRGBA
	mark  mark
}

// newChartLayout expects a valid chart.
func newChartLayout(c Chart) chartLayout {
	l := chartLayout{chart: c, inks: make(map[string]ink)}
	l.chart.Title, l.chart.Subtitle = printable(c.Title), printable(c.Subtitle)
	room := vg.Length(0)
	for i, name := range c.names() {
		l.inks[name] = ink{seriesColors[i], marks[i%len(marks)]}
		if room -= legendWidth(name); room < 0 {
			l.legend = append(l.legend, nil)
			room = plotWidth - legendWidth(name)
		}
		row := &l.legend[len(l.legend)-1]
		*row = append(*row, name)
	}
	l.height = l.headerHeight() + vg.Length(len(c.Panels))*chartPanelHeight + marginTop
	return l
}

const chartPanelHeight = headHeight + figuresHeight + ticksHeight + namesHeight + panelSpacing

func (l chartLayout) headerHeight() vg.Length {
	h := marginTop + titleHeight + vg.Length(len(l.legend))*noteHeight + noteHeight
	if l.chart.Subtitle != "" {
		h += noteHeight
	}
	return h
}

func (l chartLayout) sheet() sheet { return sheet{l.chart.Title, pageWidth, l.height, l.draw} }

// draw paints the page from top to bottom.
func (l chartLayout) draw(onto page) {
	b := brush{onto}
	b.fill(colPaper, rectangle(0, 0, pageWidth, l.height))
	y := l.height - marginTop - titleHeight
	b.text(fontTitle, colText, plotLeft, y+7, left, fontTitle.shorten(l.chart.Title, plotWidth))
	if l.chart.Subtitle != "" {
		y -= noteHeight
		b.text(fontNote, colSoft, plotLeft, y+6, left, fontNote.shorten(l.chart.Subtitle, plotWidth))
	}
	for _, row := range l.legend {
		y -= noteHeight
		x := plotLeft
		for _, name := range row {
			b.series(l.inks[name], x, y, name)
			x += legendWidth(name)
		}
	}
	y = l.height - l.headerHeight()
	for _, p := range l.chart.Panels {
		b.chartPanel(l, p, y)
		y -= chartPanelHeight
	}
}

// series writes an entry of the legend.
func (b brush) series(i ink, x, y vg.Length, name string) {
	b.stroke(i.color, vg.Point{X: x, Y: y + 4}, vg.Point{X: x + legendLine, Y: y + 4})
	b.mark(i, vg.Point{X: x + legendLine/2, Y: y + 4})
	b.text(fontNote, colText, x+legendLine+6, y, left, printable(name))
}

const legendLine = vg.Length(22)

func legendWidth(name string) vg.Length { return legendLine + 24 + fontNote.width(printable(name)) }

// chartPanel draws one figure with its upper edge at top.
func (b brush) chartPanel(l chartLayout, p ChartPanel, top vg.Length) {
	b.text(fontLabel, colText, plotLeft, top-13, left, fontLabel.shorten(printable(p.Y), plotWidth))
	upper := top - headHeight
	floor := upper - figuresHeight

	xs, labels := p.steps()
	least, most := p.Series[0].Points[0].Low, p.Series[0].Points[0].High
	for _, s := range p.Series {
		for _, q := range s.Points {
			least, most = min(least, q.Low), max(most, q.High)
		}
	}
	across := scaleOfSteps(xs)
	up, ticks := scaleOfFigures(least, most)
	x := func(v float64) vg.Length { return plotLeft + 8 + (plotWidth-16)*vg.Length(across.share(v)) }
	y := func(v float64) vg.Length { return floor + figuresHeight*vg.Length(up.share(v)) }

	for _, t := range ticks {
		b.horizontal(colGrid, plotLeft, plotRight, y(t))
		b.text(fontAxis, colSoft, plotLeft-6, y(t)-fontAxis.middle(), right, figure(t))
	}
	b.horizontal(colAxis, plotLeft, plotRight, floor)
	free := vg.Length(0) // where the next label may begin
	for i, v := range xs {
		b.vertical(colAxis, x(v), floor-3, floor)
		half := fontAxis.width(labels[i]) / 2
		if x(v)-half >= free {
			b.text(fontAxis, colSoft, x(v), floor-ticksHeight+1, centre, labels[i])
			free = x(v) + half + 8
		}
	}
	b.text(fontAxis, colText, plotLeft+plotWidth/2, floor-ticksHeight-13, centre, printable(p.X))

	at := func(q Point, v float64) vg.Point { return vg.Point{X: snap(x(q.X)), Y: snap(y(v))} }
	for _, s := range p.Series {
		var band []vg.Point
		for _, q := range s.Points {
			band = append(band, at(q, q.Low))
		}
		for _, q := range slices.Backward(s.Points) {
			band = append(band, at(q, q.High))
		}
		b.polygon(faint(l.inks[s.Name].color), band...)
	}
	for _, s := range p.Series {
		i := l.inks[s.Name]
		for n, q := range s.Points {
			if n > 0 {
				before := s.Points[n-1]
				b.stroke(i.color, at(before, before.Y), at(q, q.Y))
			}
			b.mark(i, at(q, q.Y))
		}
	}
}

// steps returns the places on the panel's horizontal axis, in order, with their
// labels.
func (p ChartPanel) steps() (xs []float64, labels []string) {
	for _, s := range p.Series {
		for _, q := range s.Points {
			if i, found := slices.BinarySearch(xs, q.X); !found {
				xs = slices.Insert(xs, i, q.X)
				labels = slices.Insert(labels, i, printable(q.Label))
			}
		}
	}
	return xs, labels
}
