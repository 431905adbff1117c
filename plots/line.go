package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// seriesColors are the palette of Okabe and Ito (2008), its yellow darkened: on
// paper it is too faint for a line.
var seriesColors = [SeriesMax]color.NRGBA{
	{0x00, 0x72, 0xB2, 0xFF},
	{0xD5, 0x5E, 0x00, 0xFF},
	{0x00, 0x9E, 0x73, 0xFF},
	{0xCC, 0x79, 0xA7, 0xFF},
	{0x14, 0x14, 0x14, 0xFF},
	{0xE6, 0x9F, 0x00, 0xFF},
	{0x56, 0xB4, 0xE9, 0xFF},
	{0xA8, 0x9A, 0x10, 0xFF},
}

// faint lets what lies below show through.
func faint(c color.NRGBA) color.NRGBA {
	c.A = 0x30
	return c
}

// mark is the corners of a sign around a point. Besides the colour it tells the
// series apart.
type mark []vg.Point

var marks = []mark{
	{{X: -3, Y: -3}, {X: 3, Y: -3}, {X: 3, Y: 3}, {X: -3, Y: 3}},         // square
	{{X: 0, Y: -4.5}, {X: 4.5, Y: 0}, {X: 0, Y: 4.5}, {X: -4.5, Y: 0}},   // diamond
	{{X: -4, Y: -3}, {X: 4, Y: -3}, {X: 0, Y: 4}},                        // triangle
	{{X: -4, Y: 3}, {X: 4, Y: 3}, {X: 0, Y: -4}},                         // the same on its head
	{{X: -1.5, Y: -4}, {X: 1.5, Y: -4}, {X: 1.5, Y: 4}, {X: -1.5, Y: 4}}, // bar
}

func (b brush) mark(i ink, at vg.Point) {
	corners := make([]vg.Point, len(i.mark))
	for n, corner := range i.mark {
		corners[n] = vg.Point{X: at.X + corner.X, Y: at.Y + corner.Y}
	}
	b.polygon(i.color, corners...)
}

// stroke draws a line of some thickness. Pages fill and do nothing else.
func (b brush) stroke(c color.Color, from, to vg.Point) {
	const half = 0.9
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	x, y := vg.Length(-dy/length*half), vg.Length(dx/length*half)
	b.polygon(c,
		vg.Point{X: from.X + x, Y: from.Y + y}, vg.Point{X: to.X + x, Y: to.Y + y},
		vg.Point{X: to.X - x, Y: to.Y - y}, vg.Point{X: from.X - x, Y: from.Y - y})
}

func (b brush) polygon(c color.Color, corners ...vg.Point) {
	var path vg.Path
	path.Move(corners[0])
	for _, corner := range corners[1:] {
		path.Line(corner)
	}
	path.Close()
	b.SetColor(c)
	b.Fill(path)
}
