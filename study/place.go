package study

import (
	"slices"
	"strconv"
	"time"
)

// Places returns where the values of the axis stand on a line: as seconds if all
// are lengths of time, as numbers if all are and have one unit, else one step
// after the other.
func (a Axis) Places() []float64 {
	for _, read := range []func(string) (float64, bool){a.seconds, a.number} {
		var places []float64
		for _, v := range a.Values {
			if x, ok := read(v); ok && !slices.Contains(places, x) {
				places = append(places, x)
			}
		}
		if len(places) == len(a.Values) {
			return places
		}
	}
	places := make([]float64, len(a.Values))
	for i := range places {
		places[i] = float64(i + 1)
	}
	return places
}

func (a Axis) seconds(v string) (float64, bool) {
	d, err := time.ParseDuration(v)
	return d.Seconds(), err == nil && v != "0"
}

func (a Axis) number(v string) (float64, bool) {
	q, first := quantityPattern.FindStringSubmatch(v), quantityPattern.FindStringSubmatch(a.Values[0])
	if q == nil || first == nil || q[2] != first[2] {
		return 0, false
	}
	x, err := strconv.ParseFloat(q[1], 64)
	return x, err == nil
}
