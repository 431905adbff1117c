package sim_test

import (
	"fmt"
	"iter"
	"testing"
	"time"

	"stampede/sim"
)

// BenchmarkHoldSteady is the classic hold model: n tasks sleep random times, for
// ever. The metric "nexts" is the cost of one event in bare coroutine
// switches, measured in the same run.
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
			start := s.Events()
			for b.Loop() {
				_ = s.Run(s.Now() + per)
			}
			elapsed := b.Elapsed()
			events := s.Events() - start
			b.ReportMetric(float64(elapsed.Nanoseconds())/float64(events), "ns/event")
			b.ReportMetric(float64(elapsed.Nanoseconds())/float64(events)/bareNext(), "nexts/event")
		})
	}
}

// bareNext measures a resume and a yield of iter.Pull, in nanoseconds.
func bareNext() float64 {
	next, stop := iter.Pull(func(yield func(int) bool) {
		for yield(0) {
		}
	})
	defer stop()
	const rounds = 200_000
	start := time.Now()
	for range rounds {
		next()
	}
	return float64(time.Since(start).Nanoseconds()) / rounds
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
