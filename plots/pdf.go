package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
)

// pdfDate stands in each PDF as the date of its making, so that its bytes
// repeat. It is not the date of anything.
var pdfDate = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// pdfPage draws with fpdf itself. The plot library's own canvas above it would
// put in the present date, and embeds one font under the name of the other.
type pdfPage struct {
	*fpdf.Fpdf
	height float64
}

func encodePDF(s sheet) ([]byte, error) {
	doc := fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt",
		Size:    fpdf.SizeType{Wd: float64(s.width), Ht: float64(s.height)},
	})
	doc.SetCreationDate(pdfDate)
	doc.SetModificationDate(pdfDate)
	doc.SetCatalogSort(true)
	doc.SetTitle(s.title, true)
	doc.SetAutoPageBreak(false, 0)
	for _, t := range []typeface{{bold: false}, {bold: true}} {
		face := t.face()
		var source bytes.Buffer
		if _, err := face.Face.WriteSourceTo(nil, &source); err != nil {
			return nil, fmt.Errorf("reading the font: %w", err)
		}
		doc.AddUTF8FontFromBytes(pdfFamily, t.pdfStyle(), source.Bytes())
	}
	doc.AddPage()
	s.draw(pdfPage{doc, float64(s.height)})
	var buf bytes.Buffer
	err := doc.Output(&buf)
	return buf.Bytes(), err
}

const pdfFamily = "Liberation Sans"

func (t typeface) pdfStyle() string {
	if t.bold {
		return "B"
	}
	return ""
}

func (p pdfPage) SetColor(c color.Color) {
	plain := color.NRGBAModel.Convert(c).(color.NRGBA)
	r, g, b := int(plain.R), int(plain.G), int(plain.B)
	p.SetFillColor(r, g, b)
	p.SetTextColor(r, g, b)
	if now, mode := p.GetAlpha(); now != opacity(plain) {
		p.SetAlpha(opacity(plain), mode)
	}
}

func opacity(c color.NRGBA) float64 { return float64(c.A) / 0xFF }

// at turns a point into fpdf's coordinates, which count from the upper edge.
func (p pdfPage) at(pt vg.Point) (x, y float64) {
	return float64(pt.X), p.height - float64(pt.Y)
}

func (p pdfPage) Fill(path vg.Path) {
	for _, part := range path {
		switch part.Type {
		case vg.MoveComp:
			p.MoveTo(p.at(part.Pos))
		case vg.LineComp:
			p.LineTo(p.at(part.Pos))
		case vg.CloseComp:
			p.ClosePath()
		default:
			panic("pdfPage.Fill: a path of straight lines is needed")
		}
	}
	p.DrawPath("F")
}

func (p pdfPage) Text(t typeface, at vg.Point, align alignment, s string) {
	p.SetFont(pdfFamily, t.pdfStyle(), float64(t.size))
	x, y := p.at(at)
	p.Fpdf.Text(x-float64(align)*p.GetStringWidth(s), y, s)
}

func (p pdfPage) TextUp(t typeface, at vg.Point, s string) {
	x, y := p.at(at)
	p.TransformBegin()
	defer p.TransformEnd()
	p.TransformRotate(90, x, y)
	p.Text(t, at, centre, s)
}
