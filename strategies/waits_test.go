package strategies_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"stampede/strategies"
)

// watched tells the waits that are observed.
type watched struct {
	strategies.Env
	waits *[]time.Duration
}

func (w watched) Observe(ctx context.Context, o strategies.Observation) {
	if o.What == strategies.LockWaited {
		*w.waits = append(*w.waits, o.Took)
	}
	w.Env.Observe(ctx, o)
}

// waitsOf returns the waits of readers of two processes, one of which loads for 100 ms.
func waitsOf(t *testing.T, strategy string, fails func(time.Duration) error, loads int) (waits []time.Duration) {
	l := newLab(t, 2, 2*ms)
	l.fails = fails
	s := l.strategy(strategy, func(e strategies.Env) strategies.Env { return watched{e, &waits} })
	for process, all := range [][]time.Duration{{0, 10, 20}, {15, 25}} {
		if strategy == "singleflight" && process > 0 {
			break // they would load, too
		}
		for _, at := range all {
			l.get(at*ms, process, s, 0)
		}
	}
	l.run()
	l.wantLoads(loads)
	slices.Sort(waits)
	return waits
}

// Of the readers that wait for a load each counts once, with its whole wait, whether it
// waits in its process or for another's lock; whoever loads does not.
func TestEachReadThatWaitsIsObservedOnce(t *testing.T) {
	for strategy, want := range map[string][]time.Duration{
		// A look takes 2 ms, the load begins at 2 ms and the value is there at 104.
		"singleflight": {82 * ms, 92 * ms},
		// Two more round trips for the lock; who polls wakes up to 20 ms late.
		"lock":        {82 * ms, 96 * ms, 96 * ms, 96 * ms},
		"two-tier":    {88 * ms, 88 * ms, 96 * ms, 98 * ms},
		"lock+notify": {83 * ms, 88 * ms, 93 * ms, 98 * ms},
	} {
		if got := waitsOf(t, strategy, nil, 1); !slices.Equal(got, want) {
			t.Errorf("%s: waits of %v, want %v", strategy, got, want)
		}
	}
}

// A reader that waited in vain, and then loads itself, has waited up to then.
func TestOnesOwnLoadIsNoWait(t *testing.T) {
	first := func(at time.Duration) error {
		if at < 50*ms {
			return errors.New("down")
		}
		return nil
	}
	waits := waitsOf(t, "lock", first, 2)
	short := 0
	for _, w := range waits {
		if w < 110*ms {
			short++
		}
	}
	if len(waits) != 4 || short != 1 {
		t.Errorf("waits of %v, want four, of which one is for the first load only", waits)
	}
}
