package sim_test

import (
	"runtime"
	"testing"
	"time"

	"stampede/internal/footprint"
	"stampede/sim"
)

// A parked task is a coroutine's smallest stack and little more. If the stack
// grows, or the task's own part does, a large fleet no longer fits.
func TestAParkedTaskIsSmall(t *testing.T) {
	const n, most = 10_000, 3.1 * 1024
	if !footprint.Plain() {
		t.Skip("the race detector makes stacks larger")
	}
	before := footprint.Used()
	s, _ := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	r := s.Rand("p", "naps")
	nap := func() {
		for {
			_ = p.Sleep(background, time.Duration(r.IntN(int(10*ms))))
		}
	}
	for range n {
		p.Go("sleeper", nap)
	}
	run(t, s, 20*ms)
	each := float64(footprint.Used()-before) / n
	t.Logf("%.0f bytes", each)
	if each > most {
		t.Errorf("a parked task takes %.0f bytes, want at most %.0f", each, most)
	}
	runtime.KeepAlive(s)
}
