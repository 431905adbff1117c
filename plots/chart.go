package plots

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// Chart shows how figures depend on a setting: a panel for each figure, a line for
// each series through its means, and the range of each around it as a band.
type Chart struct {
	Title, Subtitle string
	Panels          []ChartPanel
}

// ChartPanel is one figure. Series of one name have one colour in all panels.
type ChartPanel struct {
	X, Y   string // what the axes show
	Series []Series
}

// Series is a line, from left to right.
type Series struct {
	Name   string
	Points []Point
}

// Point is a mean, and the range around it.
type Point struct {
	X            float64
	Label        string // of X on its axis
	Y, Low, High float64
}

// SeriesMax is how many series a chart can tell apart.
const SeriesMax = 8

// Validate says whether the chart can be drawn.
func (c Chart) Validate() error {
	if len(c.Panels) == 0 {
		return fmt.Errorf("plots: chart %q has no panels; at least one is needed", c.Title)
	}
	if n := len(c.names()); n > SeriesMax {
		return fmt.Errorf("plots: chart %q has %d series; up to %d can be told apart", c.Title, n, SeriesMax)
	}
	for i, p := range c.Panels {
		if err := p.validate(); err != nil {
			return fmt.Errorf("plots: panel %d (%s): %w", i+1, p.Y, err)
		}
	}
	return nil
}

func (p ChartPanel) validate() error {
	points := 0
	for _, s := range p.Series {
		for i, q := range s.Points {
			points++
			switch {
			case !(q.Low <= q.Y && q.Y <= q.High) || math.IsInf(q.Low, 0) || math.IsInf(q.High, 0):
				return fmt.Errorf("%s at %s is %v, from %v to %v; a finite figure within its range is needed", s.Name, q.Label, q.Y, q.Low, q.High)
			case math.IsNaN(q.X) || math.IsInf(q.X, 0) || i > 0 && q.X <= s.Points[i-1].X:
				return fmt.Errorf("%s has %s at %v; a line from left to right is needed", s.Name, q.Label, q.X)
			}
		}
	}
	if points == 0 {
		return errors.New("there is no point; at least one is needed")
	}
	return nil
}

// names returns the series of all panels, in the order in which they first come.
func (c Chart) names() []string {
	var names []string
	seen := make(map[string]bool)
	for _, p := range c.Panels {
		for _, s := range p.Series {
			if !seen[s.Name] {
				seen[s.Name] = true
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// Write draws the chart as png, svg or pdf, as [Picture.Write] does.
func (c Chart) Write(w io.Writer, format string) error { return writeTo(w, format, c.encode) }

// Save draws the chart into a file, as [Picture.Save] does.
func (c Chart) Save(path string) error { return save(path, c.encode) }

func (c Chart) encode(format string) ([]byte, error) {
	return encode(format, c.Validate(), func() sheet { return newChartLayout(c).sheet() })
}
