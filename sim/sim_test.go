package sim_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/sim"
)

const ms = time.Millisecond

var background = context.Background()

// log collects lines with the virtual time in front.
type log struct {
	s     *sim.Sim
	lines []string
}

func (l *log) add(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf("%v ", l.s.Now())+fmt.Sprintf(format, args...))
}

func (l *log) want(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(l.lines, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(l.lines, "\n  "), strings.Join(want, "\n  "))
	}
}

func newSim(t *testing.T, c sim.Config) (*sim.Sim, *log) {
	t.Helper()
	s := sim.New(c)
	t.Cleanup(s.Close)
	return s, &log{s: s}
}

func run(t *testing.T, s *sim.Sim, until time.Duration) {
	t.Helper()
	if err := s.Run(until); err != nil {
		t.Fatal(err)
	}
}

func TestOneInstantRunsByClassThenOrder(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	for _, c := range []sim.Class{sim.Fault, sim.Client, sim.Arrival, sim.Expiry} {
		for i := range 2 {
			s.Schedule(5*ms, c, sim.HandlerFunc(func() { l.add("class %d event %d", c, i) }))
		}
	}
	run(t, s, time.Second)
	l.want(
		t,
		"5ms class 0 event 0", "5ms class 0 event 1",
		"5ms class 1 event 0", "5ms class 1 event 1",
		"5ms class 2 event 0", "5ms class 2 event 1",
		"5ms class 3 event 0", "5ms class 3 event 1",
	)
}

func TestTasksInterleaveByTime(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	for i, d := range []time.Duration{3 * ms, 2 * ms} {
		p.Go("walker", func() {
			for range 3 {
				_ = p.Sleep(background, d)
				l.add("walker %d", i)
			}
		})
	}
	run(t, s, time.Second)
	l.want(
		t, "2ms walker 1", "3ms walker 0", "4ms walker 1",
		// Both are due at 6 ms; walker 0 went to sleep first, at 3 ms.
		"6ms walker 0", "6ms walker 1", "9ms walker 0",
	)
}

func TestRunStopsAtItsHorizonAndGoesOn(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	p.Go("sleeper", func() { _ = p.Sleep(background, 10*ms); l.add("awake") })
	run(t, s, 4*ms)
	if s.Now() != 4*ms {
		t.Errorf("now = %v, want 4ms", s.Now())
	}
	s.Schedule(5*ms, sim.Client, sim.HandlerFunc(func() { l.add("scheduled between runs") }))
	run(t, s, time.Second)
	l.want(t, "5ms scheduled between runs", "10ms awake")
	if s.Now() != 10*ms {
		t.Errorf("now = %v, want 10ms: nothing was left to do", s.Now())
	}
}

func TestCancelledEventDoesNotRun(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	timer := s.Schedule(ms, sim.Client, sim.HandlerFunc(func() { l.add("cancelled") }))
	if !s.Cancel(timer) || s.Cancel(timer) || s.Cancel(sim.Timer{}) {
		t.Error("Cancel must report true once, for an event still to come")
	}
	// The slot is used again; the old name must not reach the new event.
	s.Schedule(2*ms, sim.Client, sim.HandlerFunc(func() { l.add("kept") }))
	if s.Cancel(timer) {
		t.Error("an old timer cancelled another event")
	}
	run(t, s, time.Second)
	l.want(t, "2ms kept")
}

func TestSignalWakesAllInOrderOnce(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	g := s.NewSignal("the value")
	for i := range 3 {
		p.Go("waiter", func() {
			if err := g.Wait(background); err != nil {
				t.Error(err)
			}
			l.add("waiter %d", i)
		})
	}
	p.Go("firer", func() {
		_ = p.Sleep(background, ms)
		g.Fire()
		g.Fire()
		l.add("fired")
	})
	run(t, s, time.Second)
	l.want(t, "1ms fired", "1ms waiter 0", "1ms waiter 1", "1ms waiter 2")
	if !g.Fired() {
		t.Error("Fired() = false")
	}
}

func TestDeadlineEndsAWait(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	never, late := s.NewSignal("what never comes"), s.NewSignal("what comes late")
	p.Go("waiter", func() {
		ctx, cancel := s.WithTimeout(background, 5*ms)
		defer cancel()
		l.add("never: %v", never.Wait(ctx))
		l.add("sleep: %v", p.Sleep(ctx, time.Hour))
		l.add("late: %v", late.Wait(background))
	})
	s.Schedule(7*ms, sim.Client, sim.HandlerFunc(late.Fire))
	run(t, s, time.Second)
	l.want(
		t, "5ms never: context deadline exceeded", "5ms sleep: context deadline exceeded",
		"7ms late: <nil>",
	)
}

func TestContextsEndTogether(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	type key struct{}
	root, cancel := s.WithCancel(context.WithValue(background, key{}, "v"))
	p.Go("sleeper", func() {
		ctx, cancelChild := s.WithTimeout(root, time.Hour)
		defer cancelChild()
		if ctx.Value(key{}) != "v" {
			t.Error("a value of the parent is lost")
		}
		l.add("slept: %v", p.Sleep(ctx, time.Minute))
		<-ctx.Done()
		later, cancelLater := s.WithCancel(ctx)
		defer cancelLater()
		l.add("child of a done context: %v", later.Err())
		l.add("detached: %v", p.Sleep(context.WithoutCancel(ctx), ms))
	})
	p.Go("canceller", func() { _ = p.Sleep(background, ms); cancel() })
	run(t, s, time.Hour)
	l.want(
		t, "1ms slept: context canceled", "1ms child of a done context: context canceled",
		"2ms detached: <nil>",
	)
}

func TestAChildKeepsTheEarlierDeadline(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	p.Go("sleeper", func() {
		short, cancel := s.WithTimeout(background, ms)
		defer cancel()
		long, cancelLong := s.WithTimeout(short, time.Hour)
		defer cancelLong()
		if at, ok := long.Deadline(); !ok || !at.Equal(sim.Epoch.Add(ms)) {
			t.Errorf("deadline %v %v, want %v", at, ok, sim.Epoch.Add(ms))
		}
		l.add("%v", p.Sleep(long, time.Minute))
	})
	run(t, s, time.Hour)
	l.want(t, "1ms context deadline exceeded")
}

// A context that ends by the wall clock, or by another goroutine, has no place
// in virtual time. It must be refused, not waited for.
func TestForeignContextIsRefused(t *testing.T) {
	s, _ := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	foreign, cancel := context.WithCancel(background)
	defer cancel()
	p.Go("waiter", func() { _ = p.Sleep(foreign, ms) })
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "WithCancel or WithTimeout") {
			t.Errorf("panic %q does not say what to do", r)
		}
	}()
	_ = s.Run(time.Second)
}

// The defers of a crashed process run, but reach nothing: a crashed lock holder
// must not release its lock.
func TestCrashReachesNothing(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p, other := s.NewProcess("p"), s.NewProcess("other")
	released := s.NewSignal("the release")
	unwound := 0
	hold := func() {
		defer func() { unwound++ }()
		defer func() { _ = p.Sleep(background, ms); l.add("slept in a defer") }()
		defer released.Fire()
		defer p.Go("messenger", func() { l.add("a task of the dead") })
		_ = p.Sleep(background, time.Minute)
		l.add("outlived the crash")
	}
	p.Go("holder", hold)
	p.Go("second holder", hold)
	other.Go("assassin", func() {
		_ = other.Sleep(background, ms)
		p.Go("never started", func() { l.add("started although crashed") })
		p.Crash()
		l.add("crashed %v, unwound %d", p.Crashed(), unwound)
		p.Restart()
		p.Go("reborn", func() { l.add("reborn") })
	})
	run(t, s, time.Hour)
	l.want(t, "1ms crashed true, unwound 2", "1ms reborn")
	if released.Fired() {
		t.Error("a crashed holder sent its release")
	}
}

func TestATaskMayCrashItsOwnProcess(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	p.Go("suicide", func() {
		defer p.Restart() // reaches nothing
		_ = p.Sleep(background, ms)
		l.add("crash")
		p.Crash()
		l.add("survived")
	})
	run(t, s, time.Second)
	l.want(t, "1ms crash")
	if !p.Crashed() {
		t.Error("the process is not down")
	}
}

func TestPauseHoldsWakeUps(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	reply := s.NewSignal("the reply")
	p.Go("first", func() { _ = reply.Wait(background); l.add("first has the reply") })
	p.Go("second", func() {
		ctx, cancel := s.WithTimeout(background, 3*ms)
		defer cancel()
		l.add("second: %v", s.NewSignal("nothing").Wait(ctx))
	})
	at := func(d time.Duration, fn func()) { s.Schedule(d, sim.Fault, sim.HandlerFunc(fn)) }
	at(1*ms, p.Pause)
	at(2*ms, reply.Fire)
	at(9*ms, p.Resume)
	run(t, s, time.Second)
	l.want(t, "9ms first has the reply", "9ms second: context deadline exceeded")
}

func TestClocksDriftAndJump(t *testing.T) {
	s, l := newSim(t, sim.Config{})
	p, exact := s.NewProcess("fast"), s.NewProcess("exact")
	p.ShiftClock(-time.Second)
	p.SetDrift(100_000_000) // gains 100 ms a second
	p.Go("sleeper", func() {
		_ = p.Sleep(background, 1100*ms)
		l.add("slept 1.1 s by its own clock, which shows %v", p.Now().Sub(sim.Epoch))
		p.SetDrift(0)
		_ = p.Sleep(background, time.Second)
		l.add("%v against %v", p.Now().Sub(sim.Epoch), exact.Now().Sub(sim.Epoch))
	})
	run(t, s, time.Minute)
	l.want(t, "1s slept 1.1 s by its own clock, which shows 100ms", "2s 1.1s against 2s")
}

func TestDeadlockNamesWhoWaitsForWhat(t *testing.T) {
	s, _ := newSim(t, sim.Config{})
	p, q := s.NewProcess("web-1"), s.NewProcess("web-2")
	g := s.NewSignal("a flight for product:1")
	p.Go("read", func() { _ = p.Sleep(background, ms); _ = g.Wait(background) })
	q.Go("read", func() { q.Pause(); _ = q.Sleep(background, 2*ms) })
	err := s.Run(time.Hour)
	want := "sim: deadlock at 2ms: nothing is scheduled and 2 waiting: " +
		"read #1 of web-1 waits for a flight for product:1 since 1ms; " +
		"read #2 of web-2 waits for the end of its process's pause since 0s"
	var deadlock *sim.DeadlockError
	if !errors.As(err, &deadlock) || err.Error() != want {
		t.Errorf("got  %v\nwant %v", err, want)
	}
}

// What Stop returns ends a run, at the events at which it is asked. A run that it lets
// go on is the same, and its limits hold.
func TestStopIsAskedNowAndThen(t *testing.T) {
	stopped := errors.New("stopped")
	spin := func(c sim.Config, sleep time.Duration) (events uint64, err error) {
		s, _ := newSim(t, c)
		p := s.NewProcess("p")
		p.Go("spinner", func() {
			for range 4 * sim.StopEvery {
				_ = p.Sleep(background, sleep)
			}
		})
		err = s.Run(time.Second)
		return s.Events(), err
	}
	after := func(answers int) func() error {
		return func() error {
			if answers--; answers < 0 {
				return stopped
			}
			return nil
		}
	}
	for _, sleep := range []time.Duration{0, time.Nanosecond} {
		for answers, want := range []uint64{1, 1 + sim.StopEvery + 1, 1 + 2*(sim.StopEvery+1)} {
			if n, err := spin(sim.Config{Stop: after(answers)}, sleep); !errors.Is(err, stopped) || n != want {
				t.Errorf("sleeps of %v, stopped at the %d. time: %d events, %v; want %d", sleep, answers+1, n, err, want)
			}
		}
		whole, _ := spin(sim.Config{}, sleep)
		if n, err := spin(sim.Config{Stop: after(100)}, sleep); n != whole || err != nil {
			t.Errorf("sleeps of %v: %d events and %v, want %d", sleep, n, err, whole)
		}
	}
	const most = 3 * sim.StopEvery
	for want, c := range map[string]sim.Config{
		fmt.Sprintf("more than %d events", most):                 {MaxEvents: most, Stop: after(100)},
		fmt.Sprintf("more than %d events at this instant", most): {MaxInstant: most, Stop: after(100)},
	} {
		if n, err := spin(c, 0); n != most+1 || !errors.Is(err, sim.ErrLimit) || !strings.Contains(err.Error(), want) {
			t.Errorf("%d events, %v; want %s", n, err, want)
		}
	}
}

func TestLimitsStopARun(t *testing.T) {
	s, _ := newSim(t, sim.Config{MaxEvents: 1000})
	p := s.NewProcess("p")
	p.Go("spinner", func() {
		for {
			_ = p.Sleep(background, 0)
		}
	})
	if err := s.Run(time.Second); !errors.Is(err, sim.ErrLimit) || !strings.Contains(err.Error(), "1000 events") {
		t.Errorf("events: %v", err)
	}

	s, _ = newSim(t, sim.Config{MaxInstant: 100})
	p = s.NewProcess("p")
	p.Go("spinner", func() {
		for {
			_ = p.Sleep(background, ms)
			for s.Now() == 5*ms {
				_ = p.Sleep(background, 0)
			}
		}
	})
	if err := s.Run(time.Second); !errors.Is(err, sim.ErrLimit) || !strings.Contains(err.Error(), "at 5ms: more than 100 events at this instant") {
		t.Errorf("instant: %v", err)
	}

	s, _ = newSim(t, sim.Config{MaxTasks: 10})
	p = s.NewProcess("p")
	for range 11 {
		p.Go("sleeper", func() { _ = p.Sleep(background, ms) })
	}
	if err := s.Run(time.Second); !errors.Is(err, sim.ErrLimit) || !strings.Contains(err.Error(), "10 tasks") {
		t.Errorf("tasks: %v", err)
	}
}

func TestPanicReachesTheCallerOfRun(t *testing.T) {
	s, _ := newSim(t, sim.Config{})
	p := s.NewProcess("web-1")
	p.Go("read", func() { _ = p.Sleep(background, ms); panic("no such luck") })
	defer func() {
		r := fmt.Sprint(recover())
		if !strings.Contains(r, "read #1 of web-1: panic: no such luck") || !strings.Contains(r, "sim_test.go") {
			t.Errorf("panic %q does not say who and where", r)
		}
	}()
	_ = s.Run(time.Second)
	t.Error("Run returned")
}

func TestMisusePanics(t *testing.T) {
	s, _ := newSim(t, sim.Config{})
	p := s.NewProcess("p")
	run(t, s, time.Second)
	_ = s.Run(2 * time.Second)
	for call, fn := range map[string]func(){
		"Sleep":      func() { _ = p.Sleep(background, ms) },
		"Wait":       func() { _ = s.NewSignal("x").Wait(background) },
		"Process.Go": func() { p.Crash(); p.Go("x", func() {}) },
		"SetDrift":   func() { p.SetDrift(5e8) },
		"Rand.IntN":  func() { s.Rand("x", "y").IntN(0) },
	} {
		func() {
			defer func() {
				if r := fmt.Sprint(recover()); !strings.Contains(r, "sim: ") || !strings.Contains(r, call) {
					t.Errorf("%s: panic %q", call, r)
				}
			}()
			fn()
		}()
	}
}

func TestStreamsAreIndependent(t *testing.T) {
	draw := func(seed uint64, owner, purpose string) [3]uint64 {
		r := sim.NewRand(seed, owner, purpose)
		return [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}
	}
	if first, again := draw(1, "a", "b"), draw(1, "a", "b"); first != again {
		t.Error("a stream does not repeat")
	}
	// Pinned: the bytes of every run depend on these.
	if got, want := draw(42, "web-1", "network")[0], uint64(0x2c786387f0967de); got != want {
		t.Errorf("first draw %#x, want %#x", got, want)
	}
	seen := make(map[[3]uint64]string)
	for seed := range uint64(3) {
		for _, k := range [][2]string{{"a", "b"}, {"b", "a"}, {"ab", ""}, {"", "ab"}, {"a", "c"}} {
			name := fmt.Sprint(seed, k)
			d := draw(seed, k[0], k[1])
			if other, ok := seen[d]; ok {
				t.Errorf("%s draws as %s", name, other)
			}
			seen[d] = name
		}
	}
}

func TestIntNIsUniform(t *testing.T) {
	r := sim.NewRand(1, "test", "uniform")
	const n, draws = 6, 60000
	var counts [n]int
	for range draws {
		counts[r.IntN(n)]++
	}
	chi2 := 0.0
	for _, c := range counts {
		d := float64(c) - draws/n
		chi2 += d * d / (draws / n)
	}
	if chi2 > 20.5 { // 0.1 % of fair draws, 5 degrees of freedom
		t.Errorf("χ² = %.1f over %v", chi2, counts)
	}
}

// A run is a function of its seed and salt: what a mixed run did, in which
// order, must repeat exactly.
func TestSameSeedSameRun(t *testing.T) {
	trace := func(seed, salt uint64) string {
		s, l := newSim(t, sim.Config{Seed: seed, Salt: salt})
		p := s.NewProcess("p")
		r := s.Rand("p", "naps")
		for i := range 20 {
			p.Go("napper", func() {
				for range 20 {
					_ = p.Sleep(background, time.Duration(r.IntN(5))*ms)
					l.add("%d", i)
				}
			})
		}
		run(t, s, time.Second)
		return strings.Join(l.lines, "\n")
	}
	plain, salted := trace(1, 0), trace(1, 7)
	if plain != trace(1, 0) || salted != trace(1, 7) {
		t.Error("a run does not repeat")
	}
	if plain == trace(2, 0) || plain == salted {
		t.Error("seed or salt changes nothing")
	}
}
