package sim_test

import (
	"runtime"
	"testing"
	"time"

	"stampede/sim"
)

// A test that fails in a task ends its goroutine: Run's caller is to end with it, and
// what waits is unwound as ever.
func TestGoexitReachesTheCallerOfRun(t *testing.T) {
	returned, unwound := false, 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		s := sim.New(sim.Config{})
		defer s.Close()
		p := s.NewProcess("p")
		for range 5 {
			p.Go("sleeper", func() {
				defer func() { unwound++ }()
				for {
					_ = p.Sleep(background, ms)
				}
			})
		}
		p.Go("failing", func() {
			_ = p.Sleep(background, 10*ms)
			runtime.Goexit()
		})
		_ = s.Run(time.Second)
		returned = true
	}()
	<-done
	if returned || unwound != 5 {
		t.Errorf("Run returned: %v, want false; %d tasks unwound, want 5", returned, unwound)
	}
}

// However tasks took each other's places, all coroutines end.
func TestCloseEndsAllCoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	for seed := range uint64(20) {
		s := sim.New(sim.Config{Seed: seed})
		r := s.Rand("test", "lives")
		kept, crashing := s.NewProcess("kept"), s.NewProcess("crashing")
		unwound, started := 0, 0
		start := func(p *sim.Process) {
			started++
			p.Go("sleeper", func() {
				defer func() { unwound++ }()
				for r.IntN(50) != 0 {
					_ = p.Sleep(background, time.Duration(r.IntN(int(ms))))
				}
			})
		}
		for range 20 {
			kept.Go("parent", func() {
				for {
					start(kept)
					_ = kept.Sleep(background, time.Duration(r.IntN(int(10*ms))))
				}
			})
			start(crashing)
		}
		kept.Go("crash", func() {
			for {
				_ = kept.Sleep(background, 3*ms)
				crashing.Crash()
				crashing.Restart()
				start(crashing)
			}
		})
		run(t, s, 100*ms)
		s.Close()
		if unwound != started {
			t.Errorf("seed %d: %d of %d tasks ended", seed, unwound, started)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines are left", after-before)
	}
}
