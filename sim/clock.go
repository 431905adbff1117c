package sim

import (
	"math/bits"
	"time"
)

// Epoch is what an exact clock shows at the start of a run.
var Epoch = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is a process's own idea of the time: some way off, and too fast or too
// slow by some parts in a billion.
type clock struct {
	offset time.Duration
	drift  int64 // nanoseconds it gains in a second
	set    time.Duration
}

// Now returns the time by the process's own clock.
func (p *Process) Now() time.Time {
	c := &p.clock
	elapsed := p.sim.now - c.set
	return wallClock(p.sim.now + c.offset + scale(elapsed, c.drift))
}

// epochSeconds is the Epoch in Unix time.
var epochSeconds = Epoch.Unix()

// wallClock returns Epoch + d. It is what Epoch.Add(d) does for times of all kinds,
// in half the time: each read asks its clock twice.
func wallClock(d time.Duration) time.Time {
	seconds, nanos := d/time.Second, d%time.Second
	if nanos < 0 {
		seconds, nanos = seconds-1, nanos+time.Second
	}
	return time.Unix(epochSeconds+int64(seconds), int64(nanos)).UTC()
}

// ShiftClock moves the process's clock by d; positive is ahead.
func (p *Process) ShiftClock(d time.Duration) { p.sim.CheckAlive(); p.clock.offset += d }

// SetDrift makes the process's clock gain the given nanoseconds a second from
// now on; a negative drift is slow. Its size must stay below 500,000,000.
func (p *Process) SetDrift(nanosPerSecond int64) {
	p.sim.CheckAlive()
	if nanosPerSecond <= -5e8 || nanosPerSecond >= 5e8 {
		panic("sim: Process.SetDrift: a clock can be wrong by less than half a second a second")
	}
	c := &p.clock
	c.offset += scale(p.sim.now-c.set, c.drift)
	c.set, c.drift = p.sim.now, nanosPerSecond
}

// TrueDuration returns how long it takes until the process's clock has advanced by
// d, at its present drift; 0 if d is negative.
func (p *Process) TrueDuration(d time.Duration) time.Duration {
	return p.clock.trueDuration(max(d, 0))
}

// trueDuration returns how long it takes until the clock has advanced by d.
func (c *clock) trueDuration(d time.Duration) time.Duration {
	if c.drift == 0 {
		return d
	}
	hi, lo := bits.Mul64(uint64(d), uint64(time.Second))
	q, _ := bits.Div64(hi, lo, uint64(int64(time.Second)+c.drift))
	return time.Duration(q)
}

// scale returns d × nanosPerSecond / 1 s, exactly rounded toward zero.
func scale(d time.Duration, nanosPerSecond int64) time.Duration {
	if nanosPerSecond == 0 { // most clocks; the divisions are dear
		return 0
	}
	n := time.Duration(nanosPerSecond)
	return d/time.Second*n + d%time.Second*n/time.Second
}
