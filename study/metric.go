package study

import (
	"stampede/model/expect"
	"stampede/model/observe"
)

// metrics are the figures that a sweep has of each run: all that an expectation can be
// about.
var metrics = expect.Metrics()

// MetricNames returns the names of these figures.
func MetricNames() []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.Name)
	}
	return names
}

// units returns the units of the figures that have one.
func units() map[string]string {
	units := make(map[string]string)
	for _, m := range metrics {
		if u := m.Unit.Symbol(); u != "" {
			units[m.Name] = u
		}
	}
	return units
}

// row returns the figures of a run, 0 where there was nothing to measure.
func row(r *observe.Result) []float64 {
	values := make([]float64, len(metrics))
	for i, m := range metrics {
		if v, measured := m.Of(*r); measured {
			values[i] = v
		}
	}
	return values
}
