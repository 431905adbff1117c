package plots

import (
	"math"
	"strconv"
	"strings"
)

// scale maps numbers to the share of an axis's length.
type scale struct {
	low, high   float64
	logarithmic bool
}

// share is where a number is on the axis: 0 at its beginning, 1 at its end.
func (s scale) share(v float64) float64 {
	at := (v - s.low) / (s.high - s.low)
	if s.logarithmic {
		at = math.Log(v/s.low) / math.Log(s.high/s.low)
	}
	return min(max(at, 0), 1)
}

// scaleOfSteps is the scale for the values of a setting, in rising order: by ratio
// if that spreads them more evenly than by difference.
func scaleOfSteps(values []float64) scale {
	first, last := values[0], values[len(values)-1]
	if first == last {
		return scale{low: first - 1, high: first + 1}
	}
	linear, ratio := scale{low: first, high: last}, scale{low: first, high: last, logarithmic: true}
	if first > 0 && ratio.narrowest(values) > linear.narrowest(values)*1.001 {
		return ratio
	}
	return linear
}

// narrowest is the smallest distance between neighbours.
func (s scale) narrowest(values []float64) float64 {
	least := 1.0
	for i := range values[1:] {
		least = min(least, s.share(values[i+1])-s.share(values[i]))
	}
	return least
}

// scaleOfFigures is the scale for figures from least to most, with its ticks: from
// 0, or by decades if they span more than two.
func scaleOfFigures(least, most float64) (s scale, ticks []float64) {
	if least > 0 && most > 100*least {
		s = scale{decade(least), decade(most), true}
		if s.high < most {
			s.high *= 10
		}
		for t := s.low; t <= s.high*1.5; t *= 10 {
			ticks = append(ticks, t)
		}
		return s, ticks
	}
	s.low, s.high = min(least, 0), max(most, 0)
	if s.low == s.high {
		s.high = 1
	}
	step := niceNumber((s.high - s.low) / 4)
	s.low, s.high = math.Floor(s.low/step)*step, math.Ceil(s.high/step)*step
	for i := math.Round(s.low / step); i*step <= s.high+step/2; i++ {
		ticks = append(ticks, i*step)
	}
	return s, ticks
}

// decade is the highest power of ten that is not above v.
func decade(v float64) float64 {
	d := math.Pow(10, math.Floor(math.Log10(v)))
	if d*10 <= v {
		d *= 10
	}
	return d
}

// niceNumber is the smallest of 1, 2, 2.5 and 5, times a power of ten, that is not
// below v.
func niceNumber(v float64) float64 {
	d := decade(v)
	for _, digit := range []float64{1, 2, 2.5, 5} {
		if digit*d >= v*(1-1e-9) {
			return digit * d
		}
	}
	return 10 * d
}

// figure writes a number of an axis.
func figure(v float64) string {
	switch {
	case v >= 1e15 || v != 0 && v < 1e-3 && v > -1e-3:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case v == math.Trunc(v):
		return grouped(int(v))
	}
	return strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 4, 64), "0"), ".")
}
