package workload

import (
	"math"
	"testing"
	"time"
)

// patterns are one of each kind and shape. Their rates are high enough for
// statistics within a minute.

var patterns = []struct {
	name    string
	pattern Pattern
	rate    func(at float64) float64 // per second, at a time in seconds; nil if it is not a Poisson process
}{
	{"steady", Steady{Rate: 333}, nil},
	{"poisson", Poisson{Rate: 1000}, func(float64) float64 { return 1000 }},
	{"bursts", Bursts{Rate: 2000, OffRate: 100, On: Exponential(200 * ms), Off: Exponential(800 * ms)}, nil},
	{"ramp up", Ramp{From: 0, To: 2000, Over: 40 * time.Second}, func(t float64) float64 { return min(t/40, 1) * 2000 }},
	{"ramp down", Ramp{From: 2000, To: 10, Over: 40 * time.Second}, func(t float64) float64 { return 2000 - min(t/40, 1)*1990 }},
	{"step", Flash{Base: 100, Peak: 3000, At: 10 * time.Second, Hold: 10 * time.Second}, func(t float64) float64 {
		if t >= 10 && t < 20 {
			return 3000
		}
		return 100
	}},
	{"spike", Flash{Base: 10, Peak: 5000, At: 10 * time.Second, Rise: 5 * time.Second, Decay: 7 * time.Second}, func(t float64) float64 {
		return 10 + 4990*min(max(t-10, 0)/5, math.Exp(-(t-15)/7), 1)
	}},
	{"flash", Flash{Peak: 2000, At: time.Second, Rise: 9 * time.Second, Hold: 20 * time.Second, Decay: time.Second}, func(t float64) float64 {
		return 2000 * min(max(t-1, 0)/9, math.Exp(-max(t-30, 0)), 1)
	}},
	{"daily", Daily{Mean: 1000, Peak: 2000, PeakAt: 7 * time.Second, Period: 25 * time.Second}, func(t float64) float64 {
		return 1000 + 1000*math.Cos(2*math.Pi*(t-7)/25)
	}},
	{"cron", Cron{Every: 7 * time.Second, Count: 1000, First: 2 * time.Second}, nil},
	{"cron, spread", Cron{Every: 7 * time.Second, Count: 10_000, First: 2 * time.Second, Spread: 3 * time.Second}, nil},
	{"warm-up", WarmUp{At: 50 * time.Second, Within: 30 * time.Second}, nil},
}

const minute = time.Minute

// instants returns all instants of a pattern.

func instants(p Pattern, seed uint64, until time.Duration) []time.Duration {
	var all []time.Duration
	s, a := stream(seed), p.Arrivals(100, until)
	for at, ok := a.Next(s); ok; at, ok = a.Next(s) {
		all = append(all, at)
	}
	return all
}

func TestInstantsAreInOrderAndBeforeTheEnd(t *testing.T) {
	for _, p := range patterns {
		for _, until := range []time.Duration{0, 1, time.Second, 30 * time.Second, minute} {
			last := time.Duration(0)
			for _, at := range instants(p.pattern, 1, until) {
				if at < last || at >= until {
					t.Fatalf("%s until %v: %v after %v", p.name, until, at, last)
				}
				last = at
			}
		}
	}
}

func TestPatternsRepeatAndEnd(t *testing.T) {
	for _, p := range patterns {
		one, two := instants(p.pattern, 2, minute), instants(p.pattern, 2, minute)
		if len(one) == 0 || len(one) != len(two) {
			t.Fatalf("%s: %d instants, then %d", p.name, len(one), len(two))
		}
		for i := range one {
			if one[i] != two[i] {
				t.Fatalf("%s: instant %d is %v, then %v", p.name, i, one[i], two[i])
			}
		}
		// A shorter run is the beginning of a longer one.
		short := instants(p.pattern, 2, 20*time.Second)
		for i := range short {
			if short[i] != one[i] {
				t.Fatalf("%s: instant %d is %v in a shorter run, and %v", p.name, i, short[i], one[i])
			}
		}
		if len(short) < len(one) && one[len(short)] < 20*time.Second {
			t.Errorf("%s: %v is missing in a shorter run", p.name, one[len(short)])
		}
	}
}

// What Expected says is the integral of the rate, which is computed here another
// way.

// A Poisson process whose time runs by its expected number has gaps that are
// exponential with mean 1: that checks the rate at every instant, and the
// independence of the gaps.

// Gaps of 1.5 ns on average do not become 1 ns.

// With constant lengths, bursts are a square wave.

// The bound is tight: most candidates are kept.

// A run at the far end of time ends, whatever the pattern.

func TestPatternsEndWhereTimeEnds(t *testing.T) {
	for _, p := range []Pattern{
		Steady{Rate: 1e-9},
		Poisson{Rate: 1e-9},
		Ramp{From: 1, To: 0, Over: time.Second},
		Ramp{To: 1e-9, Over: longest},
		Flash{Peak: 1, At: longest, Rise: longest, Hold: longest, Decay: longest},
		Flash{Peak: 1000, Decay: 1},
		Daily{Mean: 1e-9, Peak: 2e-9, PeakAt: longest, Period: longest},
		Daily{Mean: 1e-6, Peak: 2e-6, Period: 365 * 24 * time.Hour},
		Bursts{Rate: 1e-9, On: Exponential(longest), Off: Exponential(longest)},
		Cron{Every: longest, Count: 3, First: longest - 1, Spread: longest},
		WarmUp{At: longest, Within: longest},
	} {
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, at := range instants(p, 10, longest) {
			if at < 0 || at >= longest {
				t.Errorf("%+v: %d", p, at)
			}
		}
		if e := p.Expected(1, longest); !(e >= 0) || math.IsInf(e, 0) {
			t.Errorf("%+v: %v are expected", p, e)
		}
	}
}

func BenchmarkArrivalsSteadyNext(b *testing.B) {
	for _, p := range patterns {
		b.Run(p.name, func(b *testing.B) {
			s, a := stream(1), p.pattern.Arrivals(1000, minute)
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := a.Next(s); !ok {
					b.StopTimer()
					a = p.pattern.Arrivals(1000, minute)
					b.StartTimer()
				}
			}
		})
	}
}
