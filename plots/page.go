package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// page is what a picture is drawn on: all that it takes to draw bars and words,
// once for each format. Geometry is in points from the lower left corner.
type page interface {
	SetColor(c color.Color)
	Fill(p vg.Path) // of straight lines only

	// Text writes a line with its baseline at the point's height.
	Text(t typeface, at vg.Point, align alignment, s string)

	// TextUp writes a line that runs upwards, centred on the point's height, with
	// its baseline to the right of the letters, at the point.
	TextUp(t typeface, at vg.Point, s string)
}

// canvasPage is a page on a canvas of the plot library.
type canvasPage struct{ vg.Canvas }

func (p canvasPage) Text(t typeface, at vg.Point, align alignment, s string) {
	at.X -= vg.Length(align) * t.width(s)
	p.FillString(t.face(), at, s)
}

func (p canvasPage) TextUp(t typeface, at vg.Point, s string) {
	p.Push()
	defer p.Pop()
	p.Translate(at)
	p.Rotate(math.Pi / 2)
	p.Text(t, vg.Point{}, centre, s)
}
