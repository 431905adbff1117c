package workload

import (
	"math"
	"testing"
	"time"
)

func TestSteadyDoesNotDrift(t *testing.T) {
	for _, c := range []struct {
		rate  float64
		until time.Duration
		n     int
	}{
		{3, time.Second, 3},
		{3, time.Second + 1, 4},
		{333, 10 * time.Minute, 199_800},
		{1e6 / 3, 3 * time.Second, 1_000_000},
		{1e9, ms, 1_000_000},
		{0.1, time.Second, 1},
		{1, 0, 0},
	} {
		p := Steady{Rate: c.rate}
		all := instants(p, 1, c.until)
		if len(all) != c.n || p.Expected(1, c.until) != float64(c.n) {
			t.Errorf("%v per second for %v: %d instants, %v expected, want %d", c.rate, c.until, len(all), p.Expected(1, c.until), c.n)
		}
		for i, at := range all {
			if exact := float64(i) * 1e9 / c.rate; math.Abs(float64(at)-exact) > 0.5000001 {
				t.Fatalf("%v per second: instant %d is %d ns, want %v", c.rate, i, at, exact)
			}
		}
	}
}

func TestPoissonDoesNotDriftAtHighRates(t *testing.T) {
	p := Poisson{Rate: 1e9 / 1.5}
	all := instants(p, 4, ms)
	expected := p.Expected(1, ms)
	closeTo(t, "the number of requests", float64(len(all)), expected, math.Sqrt(expected))
}

func TestClockKeepsParts(t *testing.T) {
	var c clock
	for range 1_000_000 {
		c.add(1.1)
	}
	if c.at != 1_100_000 && c.at != 1_099_999 || math.Abs(float64(c.at)+c.part-1.1e6) > 1e-6 {
		t.Errorf("a million gaps of 1.1 ns are %d + %v ns", c.at, c.part)
	}
	c.add(math.Inf(1))
	if c.at != never {
		t.Errorf("an infinite gap ends at %d", c.at)
	}
	c.add(5)
	if c.at != never {
		t.Errorf("after never comes %d", c.at)
	}
}

// A Poisson pattern takes the same numbers of a stream as exponential gaps do;
// those lose the part of a nanosecond each time.
func TestPoissonIsASumOfExponentialGaps(t *testing.T) {
	gap, s, sum := Exponential(5*ms), stream(4), time.Duration(0)
	for i, at := range instants(Poisson{Rate: 200}, 4, minute) {
		sum += gap.Draw(s)
		if lost := at - sum; lost < 0 || lost > time.Duration(i+1) {
			t.Fatalf("instant %d is %v, and the gaps add up to %v", i, at, sum)
		}
	}
}
