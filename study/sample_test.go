package study

import (
	"math"
	"testing"
)

func TestSampleOf(t *testing.T) {
	t.Parallel()
	values := make([]float64, 100)
	for i := range values {
		values[i] = float64((i*37)%100 + 1) // 1…100, mixed
	}
	// The standard error of 1…100 is √((100² − 1)/12 · 100/99 / 100).
	want := Sample{Mean: 50.5, StdErr: math.Sqrt((100*100 - 1) / 12.0 / 99), Min: 1, P5: 5, P50: 50, P95: 95, Max: 100}
	got := sampleOf(values)
	if math.Abs(got.StdErr-want.StdErr) > 1e-12 {
		t.Errorf("standard error %v, want %v", got.StdErr, want.StdErr)
	}
	if got.StdErr = want.StdErr; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := sampleOf([]float64{3}), (Sample{3, 0, 3, 3, 3, 3, 3}); got != want {
		t.Errorf("one value: %+v", got)
	}
}
