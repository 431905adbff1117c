package sim_test

import (
	"context"
	"testing"
	"time"

	"stampede/sim"
)

// A sleeper that was to wake during a pause, and whose context ends during it too,
// wakes once: a second time it would go on although nothing it waits for has
// happened.
func TestASleeperWakesOnceAfterAPause(t *testing.T) {
	const ms = time.Millisecond
	s := sim.New(sim.Config{})
	defer s.Close()
	p := s.NewProcess("p")
	ctx, cancel := s.WithCancel(context.Background())
	never := s.NewSignal("what never comes")
	wokenBy := error(nil)
	returned := false
	p.Go("sleeper", func() {
		wokenBy = p.Sleep(ctx, 10*ms)
		_ = never.Wait(context.Background())
		returned = true
	})
	for at, do := range []func(){5: p.Pause, 15: cancel, 20: p.Resume} {
		if do != nil {
			s.Schedule(time.Duration(at)*ms, sim.Fault, sim.HandlerFunc(do))
		}
	}
	_ = s.Run(time.Second)
	if wokenBy == nil || returned {
		t.Errorf("the sleep ended with %v; the wait after it ended: %v", wokenBy, returned)
	}
}
