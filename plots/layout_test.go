package plots

import (
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"stampede/model/observe"
)

// recorder is a page that remembers what was put on it.
type recorder struct {
	color color.Color
	texts []recorded
	fills []recorded
}

type recorded struct {
	text  string
	color color.Color
	box   vg.Rectangle
}

func (r *recorder) SetColor(c color.Color) { r.color = c }

func (r *recorder) Fill(p vg.Path) {
	var box vg.Rectangle
	for _, part := range p {
		switch part.Type {
		case vg.MoveComp:
			box = vg.Rectangle{Min: part.Pos, Max: part.Pos}
		case vg.LineComp:
			box.Min.X, box.Max.X = min(box.Min.X, part.Pos.X), max(box.Max.X, part.Pos.X)
			box.Min.Y, box.Max.Y = min(box.Min.Y, part.Pos.Y), max(box.Max.Y, part.Pos.Y)
		case vg.CloseComp:
			r.fills = append(r.fills, recorded{color: r.color, box: box})
		}
	}
}

func (r *recorder) Text(t typeface, at vg.Point, align alignment, s string) {
	w := t.width(s)
	x := at.X - vg.Length(align)*w
	r.texts = append(r.texts, recorded{s, r.color, rectangle(x, at.Y, x+w, at.Y+2*t.middle())})
}

func (r *recorder) TextUp(t typeface, at vg.Point, s string) {
	w := t.width(s)
	r.texts = append(r.texts, recorded{s, r.color, rectangle(at.X-2*t.middle(), at.Y-w/2, at.X, at.Y+w/2)})
}

func record(p Picture) (*recorder, layout) {
	var r recorder
	l := newLayout(p)
	l.draw(&r)
	return &r, l
}

// count is how often a text stands on the page.
func (r *recorder) count(text string) (n int) {
	for _, t := range r.texts {
		if t.text == text {
			n++
		}
	}
	return n
}

func TestEverythingIsOnThePageAndNoTextsOverlap(t *testing.T) {
	for name, p := range samples() {
		r, l := record(p)
		for _, thing := range slices.Concat(r.texts, r.fills) {
			if b := thing.box; b.Min.X < 0 || b.Min.Y < 0 || b.Max.X > l.width || b.Max.Y > l.height {
				t.Errorf("%s: %q at %v leaves the page", name, thing.text, b)
			}
		}
		for i, a := range r.texts {
			for _, b := range r.texts[:i] {
				if a.box.Min.X < b.box.Max.X && b.box.Min.X < a.box.Max.X && a.box.Min.Y < b.box.Max.Y && b.box.Min.Y < a.box.Max.Y {
					t.Errorf("%s: %q and %q overlap", name, a.text, b.text)
				}
			}
		}
	}
}

func TestPanelsShareTheirAxes(t *testing.T) {
	r, _ := record(picture(naive(), lock(), empty()))
	for label, want := range map[string]int{"0": 3 * 3, "25": 3, "50": 3, "75": 3, "100": 3 * 2, "7": 3, "8": 3} { // the gauge has 0 and 100, too
		if n := r.count(label); n != want {
			t.Errorf("tick %q stands %d times, want %d", label, n, want)
		}
	}
	// One recompute is as high beside a hundred as in a panel of its own kind.
	heights := map[vg.Length]int{}
	for _, f := range r.fills {
		if f.color == colOnMiss && f.box.Max.X-f.box.Min.X < 8 {
			heights[f.box.Max.Y-f.box.Min.Y]++
		}
	}
	if heights[minPart] != 5 || heights[minBar] != 5 || len(heights) != 2 {
		t.Errorf("heights of first recomputes: %v; want 5 as parts and 5 alone", heights)
	}
}

func TestThePageSaysWhatIsDrawn(t *testing.T) {
	p := picture(naive(), lock(), long())
	p.Panels[2].Timeline.Duration = 10 * second
	p.Panels[2].Timeline.Buckets = p.Panels[2].Timeline.Buckets[:100]
	r, _ := record(p)
	for text, want := range map[string]int{
		"hot-key, seed 42":    1,
		"time (s)":            1,
		"recomputes":          3,
		"per 100 ms":          3,
		"peak 100 per 100 ms": 1,
		"peak 1 per 100 ms":   1,
		"peak 7 per 100 ms":   1,
		"500 recomputes, 5 expiries, 495 duplicates": 1,
		"1,234 faults not drawn":                     1,
		"lock holders":                               2,
		"lock held":                                  1,
		"lock lost":                                  1,
	} {
		if n := r.count(text); n != want {
			t.Errorf("%q stands %d times, want %d", text, n, want)
		}
	}

	r, _ = record(picture(naive()))
	for _, text := range []string{"lock held", "lock holders", "lock lost"} {
		if r.count(text) != 0 {
			t.Errorf("%q stands in a picture without locks", text)
		}
	}
	r, _ = record(picture(empty()))
	if r.count("no recomputes") != 1 {
		t.Error("an empty run does not say so")
	}
	r, _ = record(picture(hundredKeys(true)))
	if r.count("locks") != 1 || r.count("at once") != 1 || r.count("26") != 1 {
		t.Error("overlapping locks are not drawn as their number, with its maximum")
	}
	// Both panels have the gauges, on one scale.
	r, _ = record(picture(crowd(), lock()))
	for text, want := range map[string]int{
		"errors": 2, "7": 2 + 2, "waiting": 2, "9,801": 2, "reads that fail": 1, "reads that wait": 1, "locks": 1,
	} {
		if n := r.count(text); n != want {
			t.Errorf("%q stands %d times, want %d", text, n, want)
		}
	}
	r, _ = record(picture(long()))
	if r.count("per second") != 1 {
		t.Error("the merged width does not stand at the axis")
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"β = 1.0 – µ":    "β = 1.0 – µ",
		"a\nb\tc":        "a b c",
		"\x00\x1b[31m":   "??[31m",
		"\xff":           "?",
		"lock 🔒 & <key>": "lock ? & <key>",
	} {
		if got := printable(in); got != want {
			t.Errorf("printable(%q) = %q, want %q", in, got, want)
		}
	}
	p := picture(lock())
	p.Title = "\x00🔒\xff<&>"
	for _, format := range formats {
		if err := wellFormed(format, draw(t, p, format), newLayout(p)); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, room := range []vg.Length{0, 5, 20, 60, 200} {
		s := fontNote.shorten("recomputes per 100 ms", room)
		if fontNote.width(s) > room {
			t.Errorf("%q is wider than %v", s, room)
		}
		if s != "" && s != "recomputes per 100 ms" && !strings.HasSuffix(s, "…") {
			t.Errorf("%q does not show that it was cut", s)
		}
	}
	if s := fontNote.shorten("recomputes", 200); s != "recomputes" {
		t.Errorf("a text that fits became %q", s)
	}
}

// The start of a run that counts for no peak is drawn, greyed, and the peak is
// the highest bar after it.
func TestAPeakIsOfWhatCounts(t *testing.T) {
	picture := Picture{Title: "hot-key"}
	timeline := observe.Timeline{
		Duration: 3 * time.Second, Bucket: time.Second,
		Buckets: []observe.Bucket{{OnMiss: 9}, {OnMiss: 4}, {OnMiss: 5}},
	}
	picture.Panels = []Panel{{Label: "lock", Timeline: timeline}}
	whole, l := record(picture)
	if whole.count("peak 9 per second") != 1 {
		t.Errorf("the page of a whole run says %v", whole.texts)
	}
	grounds := len(whole.fills)

	picture.Panels[0].Timeline.From = time.Second
	later, _ := record(picture)
	if later.count("peak 5 per second, from 1 s on") != 1 {
		t.Errorf("the page of a run with a start says %v", later.texts)
	}
	if len(later.fills) != grounds+1 {
		t.Errorf("%d fills, want one more than %d: the start's", len(later.fills), grounds)
	}
	if want := 9; l.views[0].high != want {
		t.Errorf("the axis holds bars up to %d, want %d", l.views[0].high, want)
	}
}
