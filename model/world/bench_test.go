package world

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// BenchmarkHitSteady is a read of a hot key that hits, end to end: strategy,
// network, server, and the sinks of every run. An operation is a read.
func BenchmarkHitSteady(b *testing.B) {
	for _, strategy := range []string{"naive", "xfetch"} {
		for _, rtt := range []string{"constant", "exponential"} {
			b.Run(fmt.Sprintf("%s/rtt=%s", strategy, rtt), func(b *testing.B) {
				hits(b, strategy, rtt == "constant")
			})
		}
	}
}

func hits(b *testing.B, strategy string, constant bool) {
	s, err := scenario.Load("hot-key")
	if err != nil {
		b.Fatal(err)
	}
	set := []string{"duration=10000h", "bucket=1h", "ttl=10000h", "start=warm"}
	if constant {
		set = append(set, "rtt=1ms")
	}
	for _, assignment := range set {
		if err := s.Set(assignment); err != nil {
			b.Fatal(err)
		}
	}
	var preset strategies.Preset
	for _, p := range strategies.All() {
		if p.Name == strategy {
			preset = p
		}
	}
	summary := observe.NewSummary(time.Duration(s.Bucket), 0)
	timeline := observe.NewTimelineSink(time.Duration(s.Duration), time.Duration(s.Bucket), time.Duration(s.From))
	w, err := build(
		Config{Scenario: s, Strategy: preset, Seed: 1},
		[]observe.Sink{summary, timeline, new(observe.Digest)},
	)
	if err != nil {
		b.Fatal(err)
	}
	defer w.sim.Close()
	if err := w.start(); err != nil {
		b.Fatal(err)
	}
	if err := w.sim.Run(time.Second); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	// A hundred workers read every 6 ms: 60 µs of virtual time is a read. What counts is
	// the median of short pieces, most of which nothing else on the machine interrupts.
	const piece = 100
	costs := make([]float64, 0, b.N/piece+1)
	for done := 0; done < b.N; done += piece {
		start := time.Now()
		if err := w.sim.Run(w.sim.Now() + piece*60*time.Microsecond); err != nil {
			b.Fatal(err)
		}
		costs = append(costs, float64(time.Since(start).Nanoseconds())/piece)
	}
	b.StopTimer()
	slices.Sort(costs)
	b.ReportMetric(costs[len(costs)/2], "ns/read")
}
