package workload

import (
	"math"
	"testing"
	"time"
)

func TestExpectedIsTheIntegralOfTheRate(t *testing.T) {
	for _, p := range patterns {
		if p.rate == nil {
			continue
		}
		sum := 0.0
		const step = 0.0005
		for i := range 120_000 {
			sum += p.rate((float64(i)+0.5)*step) * step
			at := time.Duration((i + 1)) * 500 * time.Microsecond
			if (i+1)%6000 == 0 {
				if got := p.pattern.Expected(1, at); math.Abs(got-sum) > 1e-4*sum+2 {
					t.Errorf("%s until %v: %v are expected, want %v", p.name, at, got, sum)
				}
			}
		}
	}
}

func TestArrivalsFollowTheRate(t *testing.T) {
	for _, p := range patterns {
		if p.rate == nil {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			all := instants(p.pattern, 3, minute)
			expected := p.pattern.Expected(1, minute)
			closeTo(t, "the number of requests", float64(len(all)), expected, math.Sqrt(expected))
			gaps, last := make([]float64, 0, len(all)), 0.0
			for _, at := range all {
				now := p.pattern.Expected(1, at)
				gaps = append(gaps, now-last)
				last = now
			}
			correlation := 0.0
			for i := range gaps[1:] {
				correlation += (gaps[i] - 1) * (gaps[i+1] - 1)
			}
			n := float64(len(gaps) - 1)
			closeTo(t, "the correlation of neighbouring gaps", correlation/n, 0, 1/math.Sqrt(n))
			kolmogorovSmirnov(t, gaps, exponentialCDF(1))
		})
	}
}

func TestFewCandidatesAreDrawnInVain(t *testing.T) {
	for _, p := range patterns {
		if p.rate == nil {
			continue
		}
		s := &countingSource{Source: stream(6)}
		a, n := p.pattern.Arrivals(1, minute), 0
		for _, ok := a.Next(s); ok; _, ok = a.Next(s) {
			n++
		}
		// Two draws for each candidate, or one where the rate is constant.
		if perRequest := float64(s.draws) / float64(n); perRequest > 2.1 {
			t.Errorf("%s: %.3f draws for each request", p.name, perRequest)
		}
	}
}

type countingSource struct {
	Source
	draws int
}

func (c *countingSource) Uint64() uint64 {
	c.draws++
	return c.Source.Uint64()
}
