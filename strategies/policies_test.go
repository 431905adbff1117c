package strategies_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stampede/strategies"
)

// Who has waited for too long takes the old value, if there is one, and else fails.
func TestTheOldValueIsTheLastResort(t *testing.T) {
	l := newLab(t, 2, 0)
	l.options.TTL, l.options.Lock.Wait, l.options.Lock.TTL, l.took = time.Second, 500*ms, time.Minute, 2*time.Second
	s := l.strategy("lock-stale", nil)
	first := l.get(0, 0, s, 0)
	none := l.get(100*ms, 1, s, 0)
	refresher := l.get(3100*ms, 0, s, 0)
	old := l.get(3200*ms, 1, s, 0)
	l.run()
	l.wantLoads(2)
	if first.err != nil || !errors.Is(none.err, strategies.ErrBusy) || none.at < 600*ms || none.at > 611*ms {
		t.Errorf("%v; without an old value %v", first, none)
	}
	if string(refresher.Data) != "2" || string(old.Data) != "1" || old.Outcome != strategies.Stale || old.at > 3711*ms {
		t.Errorf("%v; with an old value %v", refresher, old)
	}
}

// Who joins late in another's wait does not share its end, and waits for a whole limit
// after it: for up to twice the limit, and no longer.
func TestWhoJoinsAWaitLateWaitsForUpToTwiceTheLimit(t *testing.T) {
	l := newLab(t, 2, 0)
	l.options.Lock.Wait, l.options.Lock.TTL, l.took = 500*ms, time.Minute, 2*time.Second
	s := l.strategy("two-tier", nil)
	l.get(0, 0, s, 0)
	first := l.get(100*ms, 1, s, 0)
	late := l.get(110*ms, 1, s, 0)
	last := l.get(590*ms, 1, s, 0)
	l.run()
	l.wantLoads(1)
	for _, want := range []struct {
		*answer
		at time.Duration
	}{{first, 600 * ms}, {late, 1100 * ms}, {last, 1100 * ms}} {
		if !errors.Is(want.err, strategies.ErrBusy) || want.answer.at < want.at || want.answer.at > want.at+22*ms {
			t.Errorf("%v, want ErrBusy at %v", want.answer, want.at)
		}
	}
}

// With a logical TTL the others do not wait at all.
func TestOneRefreshesAndTheOthersTakeTheOldValue(t *testing.T) {
	for _, composition := range []string{"lock+logical-ttl", "singleflight+logical-ttl"} {
		l := newLab(t, 1, 0)
		l.options.TTL = 10 * time.Second
		s := l.strategy(composition, nil)
		l.get(0, 0, s, 0)
		refresher := l.get(9200*ms, 0, s, 0)
		other := l.get(9250*ms, 0, s, 0)
		l.run()
		l.wantLoads(2)
		if string(refresher.Data) != "2" || refresher.at != 9300*ms || string(other.Data) != "1" || other.at != 9250*ms || other.Outcome != strategies.Stale {
			t.Errorf("%s: %v, %v", composition, refresher, other)
		}
	}
}

// No more than the allowed number loads beside a holder that takes too long.
func TestFewFallThrough(t *testing.T) {
	l := newLab(t, 1, 0)
	l.options.Lock.Wait, l.took = 50*ms, 10*time.Second
	s := l.strategy("lock+fall-through=2", nil)
	var all []*answer
	for range 10 {
		all = append(all, l.get(0, 0, s, 0))
	}
	l.run()
	l.wantLoads(3)
	busy := 0
	for _, a := range all {
		if errors.Is(a.err, strategies.ErrBusy) {
			busy++
		}
	}
	if busy != 7 {
		t.Errorf("%d gave up, want 7", busy)
	}
}

// The guard limits loads in progress, and their rate.
func TestTheOriginIsGuarded(t *testing.T) {
	l := newLab(t, 1, 0)
	s := l.strategy("origin-guard=3", nil)
	for range 10 {
		l.get(0, 0, s, 0)
	}
	l.run()
	l.wantLoads(3)

	l = newLab(t, 1, 0)
	l.took, l.options.TTL = 0, ms
	l.options.Guard = strategies.GuardOptions{Concurrent: 100, Rate: 10, Burst: 5}
	all := l.every(5*ms, 2*time.Second, l.strategy("origin-guard", nil))
	l.run()
	l.wantLoads(24) // 5 at once, and 10 a second for 1.9 s more
	for _, a := range all {
		if a.err != nil && !errors.Is(a.err, strategies.ErrOverload) {
			t.Error(a.err)
		}
	}
}

// Without Redis a few reads load, or the last value is served, or reads fail.
func TestRedisIsUnreachable(t *testing.T) {
	for composition, want := range map[string]struct {
		loads  int
		failed int
		data   string
	}{
		"lock":              {1, 3, ""},
		"lock+fallback=2":   {3, 1, "2"},
		"lock+last-value":   {1, 0, "1"},
		"lock+last-value=1": {1, 0, "1"},
	} {
		l := newLab(t, 1, 0)
		l.options.TTL = time.Second
		down := func() bool { return l.sim.Now() >= 5*time.Second }
		s := l.strategy(composition, func(e strategies.Env) strategies.Env { return wrapped{Env: e, redis: outage{e.Redis(), down}} })
		l.get(0, 0, s, 0)
		failed := 0
		var all []*answer
		for range 3 {
			all = append(all, l.get(6*time.Second, 0, s, 0))
		}
		l.run()
		l.wantLoads(want.loads)
		for _, a := range all {
			if errors.Is(a.err, strategies.ErrCacheUnavailable) {
				failed++
			}
		}
		if failed != want.failed || string(all[0].Data) != want.data {
			t.Errorf("%s: %d failed, want %d; the first: %v", composition, failed, want.failed, all[0])
		}
	}
}

// A scheduled entry lives for ever and is rewritten once in an interval, by one of
// the processes, while it is read.
func TestAScheduleRewritesWhatIsRead(t *testing.T) {
	l := newLab(t, 3, ms)
	l.options.Interval = 10 * time.Second
	s := l.strategy("scheduled", nil)
	var all []*answer
	for at := time.Duration(0); at < 100*time.Second; at += 500 * ms {
		all = append(all, l.get(at, int(at/(500*ms))%3, s, 0))
	}
	l.run()
	if n := len(l.loads); n < 9 || n > 12 {
		t.Errorf("%d loads in 100 s and after, want about one every 10 s: %v", n, l.loads)
	}
	for i := 1; i < len(l.loads); i++ {
		if gap := l.loads[i] - l.loads[i-1]; gap < 9900*ms || gap > 20*time.Second {
			t.Errorf("load %d came %v after the one before", i+1, gap)
		}
	}
	for _, a := range all[1:] {
		if a.err != nil || a.Outcome != strategies.Hit {
			t.Errorf("a read: %v", a)
		}
	}
	if last := l.loads[len(l.loads)-1]; last > 121*time.Second {
		t.Errorf("the last load began at %v, long after the last read", last)
	}
}

// A load has no longer than it may.
func TestALoadIsLimited(t *testing.T) {
	l := newLab(t, 1, 0)
	l.took, l.options.LoadTimeout = time.Minute, time.Second
	a := l.get(0, 0, l.strategy("naive", nil), 0)
	l.run()
	if !errors.Is(a.err, strategies.ErrOrigin) || a.at != time.Second {
		t.Errorf("%v", a)
	}
}

// What the last load took does not decide alone.
func TestDeltaIsSmoothed(t *testing.T) {
	l := newLab(t, 1, 0)
	l.options.TTL, l.options.Smoothing = 10*time.Second, 0.5
	s := l.strategy("swr", nil)
	l.get(0, 0, s, 0)
	l.at(11*time.Second, 0, func(ctx context.Context) { l.took = 300 * ms; _, _ = s[0].Get(ctx, key) })
	var delta time.Duration
	l.at(12*time.Second, 0, func(ctx context.Context) {
		b, _, _ := l.processes[0].Redis().Get(ctx, key)
		e, _ := strategies.DecodeEntry(b)
		delta = e.Delta
	})
	l.run()
	if delta != 200*ms {
		t.Errorf("δ is %v after loads of 100 and 300 ms, want 200 ms", delta)
	}
}
