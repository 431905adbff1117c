package world

import (
	"runtime"
	"testing"
	"time"

	"stampede/internal/footprint"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// grown returns by how many bytes the world grows with each further client, at
// the instant until.
func grown(t *testing.T, until time.Duration, set ...string) float64 {
	t.Helper()
	if !footprint.Plain() {
		t.Skip("the race detector makes stacks larger")
	}
	size := func(workers string) float64 {
		s, err := scenario.Load("hot-key")
		if err != nil {
			t.Fatal(err)
		}
		for _, assignment := range append(set, workers) {
			if err := s.Set(assignment); err != nil {
				t.Fatal(err)
			}
		}
		before := footprint.Used()
		p := strategies.All()[0]
		w, err := build(Config{Scenario: s, Strategy: p, Seed: 1}, []observe.Sink{new(observe.Digest)})
		if err != nil {
			t.Fatal(err)
		}
		defer w.sim.Close()
		w.start()
		if err := w.sim.Run(until); err != nil {
			t.Fatal(err)
		}
		after := footprint.Used()
		runtime.KeepAlive(w)
		return float64(after) - float64(before)
	}
	const few, many = 1000, 11_000
	return (size("workers=11000") - size("workers=1000")) / (many - few)
}

// A fleet is mostly idle, so its size is that of its idle clients.
func TestAnIdleClientIsSmall(t *testing.T) {
	const most = 200
	each := grown(t, 100*time.Second, "think=1000s", "ramp=100s", "duration=200s", "start=warm", "ttl=1000s", "rtt=1ms")
	t.Logf("%.0f bytes", each)
	if each > most {
		t.Errorf("an idle client takes %.0f bytes, want at most %d", each, most)
	}
}

// Only a read in progress needs a stack.
func TestAReadInProgressFitsItsStack(t *testing.T) {
	const most = 6 * 1024
	each := grown(t, 50*time.Millisecond, "rtt=1s", "start=warm")
	t.Logf("%.0f bytes", each)
	if each > most {
		t.Errorf("a read in progress takes %.0f bytes, want at most %d", each, most)
	}
}
