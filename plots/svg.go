package plots

import (
	"bytes"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// An SVG names its fonts and leaves it to the reader's machine to have them.
// These are tried in turn; all but the last have the widths of Liberation Sans,
// for which the page is laid out.
var (
	svgFont  = []byte("font-family:Liberation Sans;")
	svgFonts = []byte("font-family:Liberation Sans,Arimo,Helvetica,Arial,sans-serif;")
)

func encodeSVG(s sheet) ([]byte, error) {
	p := &svgPage{Canvas: vgsvg.New(s.width, s.height)}
	s.draw(p)
	var buf bytes.Buffer
	if _, err := p.WriteTo(&buf); err != nil {
		return nil, err
	}
	return p.placed(bytes.ReplaceAll(buf.Bytes(), svgFont, svgFonts)), nil
}

// svgPage anchors each text at its middle or end where it is aligned there, and says
// how long it is, so that it keeps its place in a font of other widths. The canvas
// cannot say this; it is added to its output.
type svgPage struct {
	*vgsvg.Canvas
	places []string // the attributes of each text, in the order of writing
}

func (p *svgPage) Text(t typeface, at vg.Point, align alignment, s string) {
	name := map[alignment]string{left: "start", centre: "middle", right: "end"}[align]
	p.places = append(p.places, fmt.Sprintf(`text-anchor="%s" textLength="%.5g" lengthAdjust="spacingAndGlyphs" `, name, t.width(s).Points()))
	p.FillString(t.face(), at, s)
}

func (p *svgPage) TextUp(t typeface, at vg.Point, s string) {
	p.Push()
	defer p.Pop()
	p.Translate(at)
	p.Rotate(math.Pi / 2)
	p.Text(t, vg.Point{}, centre, s)
}

// placed adds where the texts stand. Within a text "<" is escaped, so the opening of the
// element is found nowhere else.
func (p *svgPage) placed(svg []byte) []byte {
	const open = "<text "
	parts := bytes.Split(svg, []byte(open))
	var buf bytes.Buffer
	buf.Write(parts[0])
	for i, part := range parts[1:] {
		buf.WriteString(open + p.places[i])
		buf.Write(part)
	}
	return buf.Bytes()
}
