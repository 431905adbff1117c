package plots

import (
	"bytes"

	"gonum.org/v1/plot/vg/vgimg"
)

// dpi is the resolution of a PNG: two pixels to a point.
const dpi = 144

func encodePNG(l layout) ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(l.width, l.height), vgimg.UseDPI(dpi))
	l.draw(canvasPage{c})
	var buf bytes.Buffer
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(&buf)
	return buf.Bytes(), err
}
