package fleet

import (
	"time"

	"stampede/model/observe"
	"stampede/sim"
)

// health is how a process is faring.
type health struct {
	downs    int    // faults that keep it down
	pauses   int    // faults that keep it paused
	draining func() // called when it is idle; nil if it takes requests
}

// Up reports whether the process takes requests. One that is paused does: no one
// knows.
func (p *Process) Up() bool { return p.downs == 0 && p.draining == nil }

// Crash ends the process at once. Its work ends as crashed, and what it has sent
// takes effect. A second Crash needs a second Restart.
func (p *Process) Crash() {
	if p.downs++; p.downs > 1 {
		return
	}
	var ended []ender
	for j := range p.process.Jobs() {
		ended = append(ended, j.(ender))
	}
	for _, q := range p.queue[p.head:] {
		ended = append(ended, q)
	}
	nested := p.nested
	p.serving = serving{slots: p.slots}
	p.process.Crash()
	for _, n := range p.networks {
		n.Reset()
	}
	if idle := p.draining; idle != nil {
		p.draining = nil
		p.sim.Schedule(p.sim.Now(), sim.Fault, sim.HandlerFunc(idle))
	}
	now := p.sim.Now()
	for _, w := range nested {
		p.recorder.Crash(now, w)
	}
	for _, e := range ended {
		p.recorder.Crash(now, e.crashed())
	}
	for _, e := range ended {
		e.lost()
	}
}

// ender is what can end with its process: a request or a job.
type ender interface {
	crashed() *observe.Work
	lost() // whoever lost it may ask again
}

// Restart ends a crash, and reports whether the process is up: it knows nothing
// of what it did before.
func (p *Process) Restart() bool {
	if p.downs--; p.downs > 0 {
		return false
	}
	p.process.Restart()
	if p.pauses > 0 {
		p.process.Pause()
	}
	return true
}

// Drain lets the process take no further requests, and calls idle once what it is
// at is over, be it by a crash.
func (p *Process) Drain(idle func()) {
	p.draining = idle
	p.checkDrained()
}

// Undrain lets it take requests again.
func (p *Process) Undrain() { p.draining = nil }

func (p *Process) checkDrained() {
	idle := p.draining
	if idle == nil || p.working > 0 {
		return
	}
	p.draining = func() {} // it has been told
	p.sim.Schedule(p.sim.Now(), sim.Fault, sim.HandlerFunc(idle))
}

// Pause freezes the process, as a garbage collection or a frozen virtual machine
// does. A second Pause needs a second Resume.
func (p *Process) Pause() {
	if p.pauses++; p.pauses == 1 {
		p.process.Pause()
	}
}

// Resume ends a pause.
func (p *Process) Resume() {
	if p.pauses--; p.pauses == 0 {
		p.process.Resume()
	}
}

// ShiftClock moves the process's clock by d; positive is ahead.
func (p *Process) ShiftClock(d time.Duration) { p.process.ShiftClock(d) }

// SetDrift makes the process's clock gain the given nanoseconds a second.
func (p *Process) SetDrift(nanosPerSecond int64) { p.process.SetDrift(nanosPerSecond) }
