package sim_test

import (
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"stampede/sim"
)

// BenchmarkHoldSteady is the classic hold model: n tasks sleep random times, for
// ever. The metric "nexts" is the cost of one event in bare coroutine
// switches, measured in the same run. Both are medians of short pieces, most of which
// nothing else on the machine interrupts.
func BenchmarkHoldSteady(b *testing.B) {
	for _, n := range []int{1, 100, 1000, 10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := sim.New(sim.Config{})
			defer s.Close()
			p := s.NewProcess("p")
			r := s.Rand("p", "hold")
			for range n {
				p.Go("holder", func() {
					for {
						_ = p.Sleep(background, time.Duration(r.IntN(2_000_000)))
					}
				})
			}
			_ = s.Run(2 * ms)
			per := 100 * ms / time.Duration(n) // a task sleeps 1 ms on average: about 100 events
			b.ReportAllocs()
			costs := make([]float64, 0, pieces)
			for b.Loop() {
				events, start := s.Events(), time.Now()
				_ = s.Run(s.Now() + per)
				if events = s.Events() - events; len(costs) < pieces && events > 0 {
					costs = append(costs, float64(time.Since(start).Nanoseconds())/float64(events))
				}
			}
			event := median(costs)
			b.ReportMetric(event, "ns/event")
			b.ReportMetric(event/bareNext(), "nexts/event")
		})
	}
}

// pieces is how many pieces of a measurement are kept, at most.
const pieces = 20_000

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// bareNext measures a resume and a yield of iter.Pull, in nanoseconds.
func bareNext() float64 {
	next, stop := iter.Pull(func(yield func(int) bool) {
		for yield(0) {
		}
	})
	defer stop()
	const rounds = 100
	var costs []float64
	for range 2000 {
		start := time.Now()
		for range rounds {
			next()
		}
		costs = append(costs, float64(time.Since(start).Nanoseconds())/rounds)
	}
	return median(costs)
}

// sleeper is a job that sleeps once.
type sleeper struct{ *sim.Process }

func (s sleeper) Run()           { _ = s.Sleep(background, ms) }
func (s sleeper) String() string { return "sleeper" }

func BenchmarkShortTaskSteady(b *testing.B) {
	s := sim.New(sim.Config{})
	defer s.Close()
	p := s.NewProcess("p")
	job := sleeper{p}
	for b.Loop() {
		p.Start(job)
		_ = s.Run(s.Now() + ms)
	}
	b.ReportAllocs()
}
