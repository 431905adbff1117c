package plots

import (
	"image/color"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// fonts holds Liberation Sans, which comes with the library: the picture does
// not depend on what is installed.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// typeface is a size and a weight of the one family used.
type typeface struct {
	size vg.Length
	bold bool
}

var (
	fontTitle = typeface{17, true}
	fontLabel = typeface{12.5, true}
	fontNote  = typeface{10.5, false}
	fontPeak  = typeface{10.5, true}
	fontAxis  = typeface{9.5, false}
	fontFault = typeface{8.5, false}
)

func (t typeface) face() font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if t.bold {
		f.Weight = stdfont.WeightBold
	}
	return fonts().Lookup(f, t.size)
}

func (t typeface) width(s string) vg.Length {
	face := t.face()
	return face.Width(s)
}

// middle is how far below a text's middle its baseline is: half the height of a digit.
func (t typeface) middle() vg.Length { return t.size * 0.345 }

// printable replaces what the font cannot show: a break or a tab by a space, any
// other character by a question mark.
func printable(s string) string {
	face := fontNote.face()
	var buf sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if i, err := face.Face.GlyphIndex(&buf, r); err != nil || i == 0 || r == utf8.RuneError || unicode.IsControl(r) {
			return '?'
		}
		return r
	}, s)
}

// shorten cuts a text that is wider than room and marks the cut.
func (t typeface) shorten(s string, room vg.Length) string {
	if t.width(s) <= room {
		return s
	}
	runes := []rune(s)
	for n := len(runes) - 1; n > 0; n-- {
		if cut := string(runes[:n]) + "…"; t.width(cut) <= room {
			return cut
		}
	}
	return ""
}

// alignment is where a text stands relative to the x it is given: the share of
// its width that lies to the left.
type alignment float64

const (
	left   alignment = 0
	centre alignment = 0.5
	right  alignment = 1
)

// text writes one line with its baseline at y.
func (b brush) text(t typeface, c color.Color, x, y vg.Length, align alignment, s string) {
	if s == "" {
		return
	}
	b.SetColor(c)
	b.Text(t, vg.Point{X: x, Y: y}, align, s)
}

// upright writes lines that run from bottom to top, centred on (x, y).
func (b brush) upright(t typeface, c color.Color, x, y vg.Length, lines ...string) {
	b.SetColor(c)
	for i, line := range lines {
		row := vg.Length(i) - vg.Length(len(lines)-1)/2
		b.TextUp(t, vg.Point{X: x + row*t.size*1.2 + t.middle(), Y: y}, line)
	}
}
