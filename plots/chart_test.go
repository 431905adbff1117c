package plots

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func line(name string, points ...Point) Series { return Series{name, points} }

func points(values ...float64) (all []Point) {
	for i, y := range values {
		x := float64(int(1) << i)
		all = append(all, Point{X: x, Label: strconv.Itoa(1 << i), Y: y, Low: y / 2, High: y * 1.5})
	}
	return all
}

// charts are one for each shape that a sweep can take. To look at them all:
// PLOTS_OUT=/tmp/look go test ./plots -run TestCharts
func charts() map[string]Chart {
	many := ChartPanel{X: "ttl", Y: "misses"}
	for i := range SeriesMax {
		many.Series = append(many.Series, line("a strategy with a name, the number "+strconv.Itoa(i), points(1, float64(i), 3, 9)...))
	}
	return map[string]Chart{
		"two":    {Title: "hot-key by ttl", Subtitle: "20 seeds", Panels: []ChartPanel{{"ttl", "misses", []Series{line("naive", points(500, 240, 130)...), line("lock", points(5, 4, 3)...)}}}},
		"point":  {Panels: []ChartPanel{{"ttl", "misses", []Series{line("naive", points(7)...)}}}},
		"zero":   {Panels: []ChartPanel{{"ttl", "errors", []Series{line("naive", points(0, 0, 0)...)}}}},
		"below":  {Panels: []ChartPanel{{"ttl", "change", []Series{line("naive", Point{1, "1", -3, -7, 2})}}}},
		"eight":  {Panels: []ChartPanel{many}},
		"labels": {Panels: []ChartPanel{{"ttl", "misses", []Series{line("naive", points(slices.Repeat([]float64{3, 4}, 25)...)...)}}}},
	}
}

func TestChartsAreWellFormed(t *testing.T) {
	dir := os.Getenv("PLOTS_OUT")
	if dir == "" {
		dir = t.TempDir()
	}
	for name, c := range charts() {
		for _, format := range formats {
			path := filepath.Join(dir, "chart-"+name+"."+format)
			if err := c.Save(path); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := wellFormed(format, data, layout{height: newChartLayout(c).height}); err != nil {
				t.Errorf("%s.%s: %v", name, format, err)
			}
			var again bytes.Buffer
			if err := c.Write(&again, format); err != nil || !bytes.Equal(again.Bytes(), data) {
				t.Errorf("%s.%s: drawn again it has other bytes (%v)", name, format, err)
			}
		}
	}
}

func TestAChartStaysOnItsPageAndLabelsDoNotMeet(t *testing.T) {
	for name, c := range charts() {
		l := newChartLayout(c)
		var r recorder
		l.draw(&r)
		for _, f := range slices.Concat(r.fills, r.texts) {
			if f.box.Min.X < 0 || f.box.Max.X > pageWidth || f.box.Min.Y < 0 || f.box.Max.Y > l.height {
				t.Errorf("%s: %q at %v is off the page of %v by %v", name, f.text, f.box, pageWidth, l.height)
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

func TestChartErrorsSayWhatIsNeeded(t *testing.T) {
	panel := func(s ...Series) Chart { return Chart{Panels: []ChartPanel{{"ttl", "misses", s}}} }
	var nine []Series
	for i := range SeriesMax + 1 {
		nine = append(nine, line(strconv.Itoa(i), points(1)...))
	}
	for want, c := range map[string]Chart{
		"at least one is needed":                {},
		"there is no point":                     panel(line("a")),
		"up to 8 can be told apart":             panel(nine...),
		"a line from left to right is needed":   panel(line("a", Point{X: 2}, Point{X: 1})),
		"a finite figure within its range":      panel(line("a", Point{X: 2, Y: 3})),
		"from 0 to +Inf; a finite figure":       panel(line("a", Point{High: math.Inf(1)})),
		"is NaN, from 0 to 0; a finite figure ": panel(line("a", Point{Y: math.NaN()})),
	} {
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one that says %q", err, want)
		}
	}
}

func TestScaleOfStepsSpreadsThem(t *testing.T) {
	for _, c := range []struct {
		values      []float64
		logarithmic bool
	}{
		{[]float64{1, 2, 3, 4}, false},
		{[]float64{1, 10, 100}, true},
		{[]float64{0, 10, 100}, false},
		{[]float64{0.25, 0.5, 1, 2, 4}, true},
		{[]float64{3}, false},
	} {
		s := scaleOfSteps(c.values)
		if s.logarithmic != c.logarithmic {
			t.Errorf("%v: by ratio: %v, want %v", c.values, s.logarithmic, c.logarithmic)
		}
		last := -1.0
		for _, v := range c.values {
			if at := s.share(v); at <= last {
				t.Errorf("%v: %v is at %v, not right of %v", c.values, v, at, last)
			} else {
				last = at
			}
		}
	}
}

func TestScaleOfFiguresHoldsThemBetweenRoundTicks(t *testing.T) {
	for _, c := range []struct {
		least, most float64
		ticks       string
	}{
		{0, 0, "0 0.25 0.5 0.75 1"},
		{3, 280, "0 100 200 300"},
		{0, 10, "0 2.5 5 7.5 10"},
		{-3, 2, "-4 -2 0 2"},
		{0.1, 212, "0.1 1 10 100 1,000"},
		{1, 1000, "1 10 100 1,000"},
		{0, 7654321, "0 2,000,000 4,000,000 6,000,000 8,000,000"},
	} {
		s, ticks := scaleOfFigures(c.least, c.most)
		var words []string
		for _, v := range ticks {
			words = append(words, figure(v))
		}
		if got := strings.Join(words, " "); got != c.ticks || s.low > c.least || s.high < c.most {
			t.Errorf("from %v to %v: ticks %s, want %s; the axis is from %v to %v", c.least, c.most, got, c.ticks, s.low, s.high)
		}
	}
}
