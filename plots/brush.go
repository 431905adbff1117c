package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// brush draws rectangles, marks and text on a page.
type brush struct{ page }

// snap moves a coordinate to the nearest half point: one pixel of the PNG, so
// edges are sharp and bars of equal counts equally wide.
func snap(l vg.Length) vg.Length { return vg.Length(math.Round(float64(l)*2) / 2) }

// rectangle is the area between two corners, snapped to pixels.
func rectangle(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: snap(x0), Y: snap(y0)},
		Max: vg.Point{X: snap(x1), Y: snap(y1)},
	}
}

// fill paints rectangles in one colour. They go down in short paths: one path
// per rectangle makes a large SVG, one path for all a slow PNG.
func (b brush) fill(c color.Color, rects ...vg.Rectangle) {
	const perPath = 64
	b.SetColor(c)
	for len(rects) > 0 {
		n := min(perPath, len(rects))
		var path vg.Path
		for _, r := range rects[:n] {
			path.Move(r.Min)
			path.Line(vg.Point{X: r.Max.X, Y: r.Min.Y})
			path.Line(r.Max)
			path.Line(vg.Point{X: r.Min.X, Y: r.Max.Y})
			path.Close()
		}
		b.Fill(path)
		rects = rects[n:]
	}
}

// hair is the width of the thinnest line: half a point, one pixel of the PNG.
const hair = vg.Length(0.5)

func (b brush) horizontal(c color.Color, x0, x1, y vg.Length) {
	b.fill(c, rectangle(x0, snap(y), x1, snap(y)+hair))
}

func (b brush) vertical(c color.Color, x, y0, y1 vg.Length) {
	b.fill(c, rectangle(snap(x), y0, snap(x)+hair, y1))
}

// arrow paints a small triangle that points down to (x, y).
func (b brush) arrow(c color.Color, x, y vg.Length) {
	const half, height = 2.5, 4.5
	x = snap(x) + hair/2
	var path vg.Path
	path.Move(vg.Point{X: x, Y: y})
	path.Line(vg.Point{X: x + half, Y: y + height})
	path.Line(vg.Point{X: x - half, Y: y + height})
	path.Close()
	b.SetColor(c)
	b.Fill(path)
}
