package study

import (
	"math"
	"slices"
)

// Sample describes the values that a metric took in the runs of a cell.
type Sample struct {
	Mean   float64 `json:"mean"`
	StdErr float64 `json:"stderr"` // the standard error of the mean; 0 for one run
	Min    float64 `json:"min"`
	P5     float64 `json:"p5"`
	P50    float64 `json:"p50"`
	P95    float64 `json:"p95"`
	Max    float64 `json:"max"`
}

// sampleOf describes values. It adds them in their order, so that the same runs
// give the same bits.
func sampleOf(values []float64) Sample {
	n := float64(len(values))
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	s := Sample{Mean: sum / n}
	if len(values) > 1 {
		squares := 0.0
		for _, v := range values {
			squares += float64((v - s.Mean) * (v - s.Mean))
		}
		s.StdErr = math.Sqrt(squares / (n - 1) / n)
	}
	sorted := slices.Sorted(slices.Values(values))
	s.Min, s.Max = sorted[0], sorted[len(sorted)-1]
	s.P5, s.P50, s.P95 = quantile(sorted, 5), quantile(sorted, 50), quantile(sorted, 95)
	return s
}

// quantile returns the smallest value that at least that many per cent of the
// sorted values do not exceed.
func quantile(sorted []float64, percent int) float64 {
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}
