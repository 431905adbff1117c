package plots

import (
	"bytes"

	"gonum.org/v1/plot/vg/vgimg"
)

// dpi is the resolution of a PNG: two pixels to a point.
const dpi = 144

func encodePNG(s sheet) ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(s.width, s.height), vgimg.UseDPI(dpi))
	s.draw(canvasPage{c})
	var buf bytes.Buffer
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(&buf)
	return buf.Bytes(), err
}
