package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
)

// Every sample is a whole file in every format, of the expected size. To look at
// them all: PLOTS_OUT=/tmp/look go test ./plots -run TestSamples
func TestSamplesAreWellFormed(t *testing.T) {
	dir := os.Getenv("PLOTS_OUT")
	looking := dir != ""
	if !looking {
		dir = t.TempDir()
	}
	for name, p := range samples() {
		for _, format := range formats {
			if format == "png" && !looking && name != "one" && name != "keys" {
				continue // pixels take their time, above all under the race detector
			}
			path := filepath.Join(dir, name+"."+format)
			if err := p.Save(path); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := wellFormed(format, data, newLayout(p)); err != nil {
				t.Errorf("%s.%s: %v", name, format, err)
			}
		}
	}
}

func wellFormed(format string, data []byte, l layout) error {
	switch format {
	case "png":
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err == nil && (c.Width != 12*dpi || c.Height != int(l.height*2)) {
			return errors.New("size differs from the layout's")
		}
		return err
	case "svg":
		for d := xml.NewDecoder(bytes.NewReader(data)); ; {
			if _, err := d.Token(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	default:
		if !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.HasSuffix(data, []byte("%%EOF\n")) {
			return errors.New("not a whole PDF")
		}
		return nil
	}
}

func draw(t *testing.T, p Picture, format string) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := p.Write(&buf, format); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestSamePictureSameBytes(t *testing.T) {
	for _, format := range formats {
		first := draw(t, picture(hundredKeys(true)), format)
		again := draw(t, picture(hundredKeys(true)), format)
		if !bytes.Equal(first, again) {
			t.Errorf("%s: the bytes of one picture differ", format)
		}
		other := picture(hundredKeys(true))
		other.Panels[0].Timeline.Buckets[7].Duplicate += 20
		if bytes.Equal(first, draw(t, other, format)) {
			t.Errorf("%s: another run gives the same bytes", format)
		}
	}
}

// Two draws within a second could agree by chance, so the date is looked for.
func TestPDFCarriesNoPresentDate(t *testing.T) {
	data := draw(t, picture(lock()), "pdf")
	for _, field := range []string{"/CreationDate", "/ModDate"} {
		if !bytes.Contains(data, []byte(field+" (D:20000101000000")) {
			t.Errorf("%s is not the fixed one", field)
		}
	}
	if present := "D:" + time.Now().UTC().Format("200601"); bytes.Contains(data, []byte(present)) {
		t.Errorf("the PDF contains the present month, %s", present)
	}
}

func TestDrawingLeavesTheTimelineAlone(t *testing.T) {
	p := picture(lock())
	holds := p.Panels[0].Timeline.Holds
	holds[0], holds[1] = holds[1], holds[0]
	first := holds[0]
	draw(t, p, "svg")
	if holds[0] != first {
		t.Error("drawing put the caller's holds in order")
	}
}

func TestWriteRefusesInWords(t *testing.T) {
	change := func(f func(*observe.Timeline)) Picture {
		p := picture(naive(), lock())
		f(&p.Panels[1].Timeline)
		return p
	}
	for _, c := range []struct {
		name    string
		picture Picture
		format  string
		want    []string
	}{
		{"format", picture(naive()), "gif", []string{`"gif"`, "png, svg, pdf"}},
		{"format before content", Picture{}, "", []string{`""`, "png, svg, pdf"}},
		{"no panel", Picture{Title: "hot-key"}, "png", []string{"hot-key", "no panels", "at least one"}},
		{
			"no length", change(func(t *observe.Timeline) { t.Duration = 0 }), "png",
			[]string{"panel 2 (lock)", "duration is 0s", "above zero"},
		},
		{
			"no bucket width", change(func(t *observe.Timeline) { t.Bucket = 0 }), "png",
			[]string{"panel 2 (lock)", "bucket width is 0s", "above zero"},
		},
		{
			"negative", change(func(t *observe.Timeline) { t.Buckets[3].Early = -1 }), "png",
			[]string{"panel 2 (lock)", "bucket 3", "cannot be negative"},
		},
		{
			"hold reversed", change(func(t *observe.Timeline) { t.Holds[1].To = 0 }), "png",
			[]string{"panel 2 (lock)", "hold 1", "before its start"},
		},
		{
			"bucket widths", change(func(t *observe.Timeline) { t.Bucket = 70 * ms }), "png",
			[]string{"panel 2 (lock)", "70ms", "panel 1 (naive)", "100ms", "whole multiple"},
		},
	} {
		var buf bytes.Buffer
		err := c.picture.Write(&buf, c.format)
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, want := range append(c.want, "plots: ") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %q lacks %q", c.name, err, want)
			}
		}
		if buf.Len() > 0 {
			t.Errorf("%s: %d bytes written", c.name, buf.Len())
		}
	}
}

func TestWriteReportsTheWriter(t *testing.T) {
	r, w := io.Pipe()
	full := errors.New("no space left")
	_ = r.CloseWithError(full)
	if err := picture(lock()).Write(w, "svg"); !errors.Is(err, full) {
		t.Errorf("error is %v, want %v", err, full)
	}
}
