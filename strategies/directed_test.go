package strategies_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stampede/strategies"
)

var errDown = errors.New("down")

// Corpus D14: the one who began the flight leaves, and the others have their value
// all the same; who leaves is free at once.
func TestACancelledLeaderPoisonsNoFollower(t *testing.T) {
	l := newLab(t, 1, 0)
	l.took = 200 * ms
	s := l.strategy("singleflight", nil)
	leader := l.get(0, 0, s, 50*ms)
	follower := l.get(10*ms, 0, s, 20*ms)
	other := l.get(10*ms, 0, s, 0)
	l.run()
	l.wantLoads(1)
	if !errors.Is(leader.err, context.Canceled) || leader.at != 50*ms || !errors.Is(follower.err, context.Canceled) || follower.at != 30*ms {
		t.Errorf("leader %v, follower %v", leader, follower)
	}
	if other.err != nil || string(other.Data) != "1" || other.at != 200*ms {
		t.Errorf("another follower: %v", other)
	}
}

// Corpus D07: a holder that fails, or is cancelled, gives the lock back.
func TestTheLockIsReleasedOnEveryExit(t *testing.T) {
	for name, cancel := range map[string]time.Duration{"error": 0, "cancel": 50 * ms} {
		l := newLab(t, 2, 0)
		l.options.Lock.TTL, l.took = 100*time.Second, 60*ms
		l.fails = func(at time.Duration) error {
			if at == 0 {
				return errDown
			}
			return nil
		}
		s := l.strategy("lock", nil)
		first := l.get(0, 0, s, cancel)
		second := l.get(100*ms, 1, s, 0)
		l.run()
		l.wantLoads(2)
		if first.err == nil || second.err != nil || second.at != 160*ms {
			t.Errorf("%s: %v, then %v", name, first, second)
		}
	}
}

// Corpus D02: a load outlives the lock's TTL. A watchdog keeps it; without one a
// second holder comes in.
func TestAWatchdogKeepsTheLockDuringALongLoad(t *testing.T) {
	for composition, loads := range map[string]int{"lock": 2, "lock+watchdog": 1} {
		l := newLab(t, 2, 0)
		l.options.Lock.TTL, l.options.Lock.Wait, l.options.Lock.Poll = 4500*ms, 5*time.Second, 100*ms
		l.took = 12 * time.Second
		s := l.strategy(composition, nil)
		first := l.get(0, 0, s, 0)
		second := l.get(200*ms, 1, s, 0)
		l.run()
		l.wantLoads(loads)
		if first.err != nil || (loads == 1) != errors.Is(second.err, strategies.ErrBusy) {
			t.Errorf("%s: %v, %v", composition, first, second)
		}
	}
}

// A wedged holder does not renew for ever: its load is cancelled, and another gets
// the lock.
func TestAWatchdogHoldsForALimitedTime(t *testing.T) {
	l := newLab(t, 2, 0)
	l.options.Lock.TTL, l.options.Lock.MaxHold, l.options.Lock.Wait = time.Second, 10*time.Second, 20*time.Second
	l.took = time.Hour
	s := l.strategy("lock+watchdog", nil)
	l.get(0, 0, s, 0)
	l.get(5*time.Second, 1, s, 0)
	l.until = 15 * time.Second
	l.run()
	if len(l.loads) < 2 || l.loads[1] < 10*time.Second || l.loads[1] > 11*time.Second {
		t.Errorf("loads began at %v", l.loads)
	}
}

// wrapped is an environment whose Redis is another.
type wrapped struct {
	strategies.Env
	redis strategies.Redis
	locks []strategies.Redis
}

func (w wrapped) Redis() strategies.Redis         { return w.redis }
func (w wrapped) LockServers() []strategies.Redis { return w.locks }

// outage is a Redis that does not answer at times.
type outage struct {
	strategies.Redis
	down func() bool
}

func (o outage) err() error {
	if o.down() {
		return errDown
	}
	return nil
}

func (o outage) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := o.err(); err != nil {
		return nil, false, err
	}
	return o.Redis.Get(ctx, key)
}

func (o outage) CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	if err := o.err(); err != nil {
		return false, err
	}
	return o.Redis.CompareAndExpire(ctx, key, token, ttl)
}

func (o outage) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	if err := o.err(); err != nil {
		return false, err
	}
	return o.Redis.SetIfAbsent(ctx, key, token, ttl)
}

// Corpus D20: a renewal fails, and is tried again well inside the lock's TTL. If
// none gets through before that is over, the holder is told.
func TestAWatchdogTriesAgain(t *testing.T) {
	for _, c := range []struct {
		from, to time.Duration
		second   bool // a second load
	}{{19500 * ms, 22500 * ms, false}, {19500 * ms, 60 * time.Second, true}} {
		l := newLab(t, 2, 0)
		l.options.Lock.TTL, l.options.Lock.Wait, l.options.Lock.MaxHold = 30*time.Second, time.Hour, time.Hour
		l.options.Lock.Poll, l.took = time.Second, 280*time.Second
		down := func() bool { now := l.sim.Now(); return now >= c.from && now < c.to }
		broken := 0
		s := l.strategy("lock+watchdog", func(e strategies.Env) strategies.Env {
			if broken++; broken > 1 {
				return e // the rival has another way
			}
			return wrapped{Env: e, redis: outage{e.Redis(), down}}
		})
		l.get(0, 0, s, 0)
		l.get(10*time.Second, 1, s, 0)
		l.until = 200 * time.Second
		l.run()
		if (len(l.loads) > 1) != c.second {
			t.Errorf("unreachable until %v: loads began at %v", c.to, l.loads)
		}
	}
}

// Corpus D20: the renewals are those of an acquisition, not of a name: who takes the same
// lock again, in the same process, is renewed again.
func TestAWatchdogRenewsEachAcquisition(t *testing.T) {
	l := newLab(t, 2, 0)
	l.options.TTL = ms // it is about the lock, not about the cache
	l.options.Lock.TTL, l.options.Lock.Wait, l.options.Lock.MaxHold = 30*time.Second, time.Hour, time.Hour
	l.options.Lock.Poll, l.took = time.Second, 60*time.Second
	s := l.strategy("lock+watchdog", nil)
	l.get(0, 0, s, 0)
	l.get(61*time.Second, 0, s, 0)
	rival := l.get(62*time.Second, 1, s, 0)
	l.until = 200 * time.Second
	l.run()
	l.wantLoads(2)
	if rival.err != nil || string(rival.Data) != "2" || rival.at < 121*time.Second {
		t.Errorf("the rival: %v; want the second holder's value, when it is there", rival)
	}
}

// Corpus D28: the lock is released while a waiter's subscription is on its way.
func TestAWaiterLooksOnceItHasSubscribed(t *testing.T) {
	l := newLab(t, 2, 15*ms)
	l.options.Lock.Recheck, l.options.Lock.Wait, l.took = time.Hour, time.Hour, 1000*ms
	s := l.strategy("lock+notify", nil)
	l.get(0, 0, s, 0)
	// Its look comes before the value, its attempt before the release, its
	// subscription after it.
	var waiters []*answer
	for at := 1000 * ms; at < 1060*ms; at += ms {
		waiters = append(waiters, l.get(at, 1, s, 0))
	}
	l.until = 10 * time.Minute
	l.run()
	l.wantLoads(1)
	for _, w := range waiters {
		if w.err != nil || w.at == 0 || w.at > 1150*ms {
			t.Errorf("a waiter: %v", w)
		}
	}
}

// Corpus D08: failures are remembered shortly, absences a little longer.
func TestFailuresAreRememberedShortly(t *testing.T) {
	l := newLab(t, 1, 0)
	l.took = 0
	l.options.TTL, l.options.Failure.BackOffMax = 420*time.Second, time.Second
	l.fails = func(at time.Duration) error {
		if at < 2*time.Second {
			return errDown
		}
		return nil
	}
	failed := 0
	all := l.every(100*ms, 10*time.Second, l.strategy("negative", nil))
	l.run()
	for _, a := range all {
		if errors.Is(a.err, strategies.ErrOrigin) {
			failed++
		} else if a.err != nil {
			t.Error(a.err)
		}
	}
	l.wantLoads(3)
	if failed != 22 {
		t.Errorf("%d errors, want 22", failed)
	}

	l = newLab(t, 1, 0)
	l.took, l.fails = 0, func(time.Duration) error { return strategies.ErrNotFound }
	all = l.every(10*ms, time.Minute, l.strategy("negative", nil))
	l.run()
	l.wantLoads(2)
	for _, a := range all {
		if !errors.Is(a.err, strategies.ErrNotFound) {
			t.Fatal(a.err)
		}
	}
}

// Corpus D26: while the origin fails everyone is served the old value, and the
// origin is asked ever more seldom.
func TestTheOldValueIsServedWithBackOff(t *testing.T) {
	l := newLab(t, 1, 0)
	l.took = 0
	l.options.TTL, l.options.Stale = 10*time.Second, 2*time.Minute
	l.fails = func(at time.Duration) error {
		if at >= 10*time.Second && at < 70*time.Second {
			return errDown
		}
		return nil
	}
	all := l.every(10*ms, 110*time.Second, l.strategy("fail-safe", nil))
	l.run()
	stale := 0
	for _, a := range all {
		if a.err != nil {
			t.Fatal(a.err)
		}
		if a.Outcome == strategies.Stale {
			stale++
		}
	}
	asked := 0
	for _, at := range l.loads {
		if at >= 10*time.Second && at < 70*time.Second {
			asked++
		}
	}
	if asked > 8 || asked < 5 || stale < 5900 {
		t.Errorf("%d loads during the outage, %d stale answers", asked, stale)
	}
}

// Corpus D19: an invalidation during a load voids its token, and the value that was
// read before is not written.
func TestAnInvalidationVoidsTheLease(t *testing.T) {
	l := newLab(t, 1, 0)
	l.options.Lease.Period = 50 * ms
	s := l.strategy("lease", nil)
	before := l.get(0, 0, s, 0)
	l.at(70*ms, 0, func(ctx context.Context) {
		if err := s[0].Invalidate(ctx, key); err != nil {
			t.Error(err)
		}
	})
	after := l.get(110*ms, 0, s, 0)
	l.run()
	l.wantLoads(2)
	if string(before.Data) != "1" || string(after.Data) != "2" {
		t.Errorf("%v, then %v", before, after)
	}
}

// After an invalidation the old value is served until the period is over.
func TestALeaseIsGrantedOncePerPeriod(t *testing.T) {
	l := newLab(t, 1, 0)
	l.options.Lease.Period = 10 * time.Second
	s := l.strategy("lease", nil)
	l.get(0, 0, s, 0)
	l.at(time.Second, 0, func(ctx context.Context) { _ = s[0].Invalidate(ctx, key) })
	during := l.get(2*time.Second, 0, s, 0)
	after := l.get(11*time.Second, 0, s, 0)
	l.run()
	l.wantLoads(2)
	if during.Outcome != strategies.Stale || string(during.Data) != "1" || string(after.Data) != "2" {
		t.Errorf("%v, then %v", during, after)
	}
}

// A holder that is late does not overwrite the value of a later one.
func TestALateHolderIsTurnedAway(t *testing.T) {
	for composition, want := range map[string]string{"lock": "1", "lock+fenced": "2"} {
		l := newLab(t, 2, 0)
		l.options.Lock.TTL = 50 * ms
		l.took = 200 * ms
		s := l.strategy(composition, nil)
		l.get(0, 0, s, 0)
		l.at(60*ms, 1, func(ctx context.Context) {
			l.took = 10 * ms // the second load is quick
			if _, err := s[1].Get(ctx, key); err != nil {
				t.Error(err)
			}
		})
		last := l.get(300*ms, 1, s, 0)
		l.run()
		l.wantLoads(2)
		if string(last.Data) != want {
			t.Errorf("%s: %v, want the value of load %s", composition, last, want)
		}
	}
}

// A Redlock needs a majority, whichever it is.
func TestARedlockOutlivesAMinority(t *testing.T) {
	for down, works := range map[int]bool{0: true, 2: true, 3: false} {
		l := newLab(t, 1, ms)
		s := l.strategy("redlock", func(e strategies.Env) strategies.Env {
			w := wrapped{Env: e, redis: e.Redis()}
			for i, server := range e.LockServers() {
				w.locks = append(w.locks, outage{server, func() bool { return i < down }})
			}
			return w
		})
		a := l.get(0, 0, s, 0)
		l.run()
		if works != (a.err == nil) || !works && !errors.Is(a.err, strategies.ErrBusy) {
			t.Errorf("%d servers down: %v", down, a)
		}
	}
}
