package live

import (
	"slices"
	"testing"
	"time"
)

// What one process tells waits until all have been heard from up to then, but for
// those that are frozen; and for no one longer than the patience lasts.
func TestWhatProcessesTellIsPutInOrder(t *testing.T) {
	const ms = time.Millisecond
	var got []string
	a, b := new(tellings), new(tellings)
	m := &merge{streams: []*tellings{a, b}}
	run := func(_ time.Duration, do func()) { do() }
	tell := func(s *tellings, at time.Duration, what string) {
		s.heard = at
		m.add(at, func() { got = append(got, what) })
	}
	expect := func(now time.Duration, want ...string) {
		t.Helper()
		m.drain(now, run)
		if !slices.Equal(got, want) {
			t.Errorf("at %v: %q, want %q", now, got, want)
		}
	}
	tell(a, 10*ms, "a10")
	expect(20 * ms)
	tell(b, 5*ms, "b5")
	expect(20*ms, "b5")
	m.add(7*ms, func() { got = append(got, "here") })
	tell(b, 10*ms, "b10")
	expect(20*ms, "b5", "here", "a10", "b10")
	tell(a, 30*ms, "a30")
	b.frozen = true
	expect(40*ms, "b5", "here", "a10", "b10", "a30")
	b.frozen = false
	tell(a, 50*ms, "a50")
	expect(50*ms+patience-1, "b5", "here", "a10", "b10", "a30")
	expect(50*ms+patience, "b5", "here", "a10", "b10", "a30", "a50")
	tell(b, 45*ms, "late")
	expect(51*ms+patience, "b5", "here", "a10", "b10", "a30", "a50", "late")
	if m.late != 1 {
		t.Errorf("%d came late", m.late)
	}
}

// All processes of the machine have one such clock.
func TestTheMachineClockIsOne(t *testing.T) {
	a, b := newMachineClock(), newMachineClock()
	now := time.Now()
	// Where a look is interrupted each time the two differ; never by this much.
	if off := a.at(now) - b.at(now); off < -int64(time.Millisecond) || off > int64(time.Millisecond) {
		t.Errorf("two looks at it differ by %v", time.Duration(off))
	}
	if a.at(now.Add(time.Second))-a.at(now) != int64(time.Second) {
		t.Error("it goes at another pace")
	}
}
