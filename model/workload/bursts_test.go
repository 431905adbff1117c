package workload

import (
	"math"
	"testing"
	"time"
)

func TestBurstsHaveTheirMeanAndTheirBurstiness(t *testing.T) {
	p := Bursts{Rate: 2000, OffRate: 100, On: Exponential(200 * ms), Off: Exponential(800 * ms)}
	if p.MeanRate() != 480 {
		t.Errorf("the mean rate is %v", p.MeanRate())
	}
	const seconds = 4000
	counts := make([]float64, seconds)
	for _, at := range instants(p, 5, seconds*time.Second) {
		counts[at/time.Second]++
	}
	mean, variance := 0.0, 0.0
	for _, c := range counts {
		mean += c / seconds
	}
	for _, c := range counts {
		variance += (c - mean) * (c - mean) / (seconds - 1)
	}
	// Of a two-state process with the switching rate r = 1/on + 1/off, the counts
	// over t have the variance mean + 2·v·(t/r - (1-e^(-rt))/r²), where v is the
	// variance of the rate.
	r, v := 1/0.2+1/0.8, 0.2*0.8*1900.0*1900.0
	want := 480 + 2*v*(1/r-(1-math.Exp(-r))/(r*r))
	// Counts of neighbouring seconds hang together, which widens the standard
	// error: in the long run the variance grows by 2v/r each second.
	closeTo(t, "the mean per second", mean, 480, math.Sqrt((480+2*v/r)/seconds))
	if ratio := variance / want; math.Abs(ratio-1) > 0.1 {
		t.Errorf("the variance per second is %.0f, want %.0f ± 10 %%", variance, want)
	}
	if dispersion := variance / mean; dispersion < 100 {
		t.Errorf("the index of dispersion is %.1f; that of a Poisson process is 1", dispersion)
	}
}

func TestBurstsOfConstantLength(t *testing.T) {
	p := Bursts{Rate: 1000, On: Constant(100 * ms), Off: Constant(400 * ms)}
	begunOn := 0
	for seed := range uint64(400) {
		s, b := stream(seed), &bursts{Bursts: p}
		until, top := b.piece(0, s)
		on := top > 0
		if on {
			begunOn++
		}
		for range 10 {
			if next, nextTop := b.piece(until, s); nextTop > 0 == on || on && next-until != 400*ms || !on && next-until != 100*ms {
				t.Fatalf("a piece of %v at rate %v", next-until, nextTop)
			} else {
				until, on = next, !on
			}
		}
	}
	closeTo(t, "how often it begins in a burst", float64(begunOn)/400, 0.2, math.Sqrt(0.2*0.8/400))
}
