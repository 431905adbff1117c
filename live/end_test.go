package live

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
)

func TestARunCleansUpAfterItselfAndTouchesNothingElse(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	c := clientOf(t, s)
	if err := c.Set(t.Context(), "stampede:mine", "v", 0).Err(); err != nil {
		t.Fatal(err)
	}
	// Nothing of it expires by itself while this looks.
	sc := hotKey(t, "keys=50", "start=warm", "ttl=1m", "duration=100ms")
	info, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "lock"), Redis: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	if info.Left.KeysRemoved != 50 || !strings.HasPrefix(info.Server.Version, "redis ") {
		t.Errorf("%+v", info)
	}
	if n := c.DBSize(t.Context()).Val(); n != 1 || c.Get(t.Context(), "stampede:mine").Val() != "v" {
		t.Errorf("%d keys are left, want the one of another", n)
	}
}

// The run is stopped while a holder loads and the others wait for it.
func TestACancelledRunCleansUpToo(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	sc := hotKey(t, "duration=1m", "recompute=1m", "lock-ttl=1m", "wait=1m")
	for _, strategy := range []string{"lock", "two-tier"} {
		ctx, sink := cancelAt(t.Context(), observe.RecomputeStart)
		summary := observe.NewSummary(time.Second, 0)
		_, err := Run(ctx, Config{Scenario: sc, Strategy: presetNamed(t, strategy), Redis: s.URL()}, sink, summary)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", strategy, err)
		}
		if r := summary.Result(); r.Unfinished == 0 || r.Errors != 0 {
			t.Errorf("%s: %d reads are unfinished, %d failed; those cut off are not failed", strategy, r.Unfinished, r.Errors)
		}
		if n := clientOf(t, s).DBSize(t.Context()).Val(); n != 0 {
			t.Errorf("%s: %d keys are left", strategy, n)
		}
	}
}

func TestALostServerEndsTheRun(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	reads := 0
	sink := sinkFunc(func(e *observe.Event) {
		if e.Kind != observe.ReadEnd {
			return
		}
		if reads++; reads == 50 {
			go s.Kill()
		}
	})
	sc := hotKey(t, "duration=1m")
	_, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "naive"), Redis: s.URL()}, sink)
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "lost during the run") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// It runs alone, before the parallel tests begin.
func TestNoGoroutineIsLeft(t *testing.T) {
	run := func() {
		ctx, sink := cancelAt(t.Context(), observe.LockContended)
		sc := hotKey(t, "duration=1m")
		if _, err := Run(ctx, Config{Scenario: sc, Strategy: presetNamed(t, "two-tier"), Redis: Miniredis}, sink); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	run() // libraries may start something of their own, once
	before := runtime.NumGoroutine()
	run()
	// Connections notice late that they are closed.
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
		}
	}
}
