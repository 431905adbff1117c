package sim

import (
	"context"
	"iter"
	"time"
)

// Process is what has a clock, pauses and crashes: an application process, with
// any number of tasks in it.
type Process struct {
	sim    *Sim
	name   string
	tasks  taskList
	down   bool
	paused bool
	held   []*Task // tasks that were to wake during the pause, in that order
	clock  clock
}

// NewProcess returns a running process with a true clock.
func (s *Sim) NewProcess(name string) *Process {
	p := &Process{sim: s, name: name}
	s.processes = append(s.processes, p)
	return p
}

// Name returns the process's name.
func (p *Process) Name() string { return p.name }

// Go starts a task that runs fn; name says what it does. On a crashed process it
// panics.
func (p *Process) Go(name string, fn func()) { p.start("Go", &function{name, fn}) }

// Start is Go for a job that is made once, for many tasks, or that is to be found
// among the process's jobs.
func (p *Process) Start(job Job) { p.start("Start", job) }

func (p *Process) start(call string, job Job) {
	p.sim.CheckAlive()
	if p.down {
		panic("sim: Process." + call + ": " + p.name + " has crashed; call Restart first")
	}
	p.sim.start(p, job)
}

// Jobs yields the jobs that have not ended, in the order they were started.
func (p *Process) Jobs() iter.Seq[Job] {
	return func(yield func(Job) bool) {
		for t := p.tasks.first; t != nil && yield(t.job); t = t.next {
		}
	}
}

// Sleep waits for d as the process's clock measures it, or until ctx is done,
// and then returns the context's error.
func (p *Process) Sleep(ctx context.Context, d time.Duration) error {
	t := p.sim.current("Sleep")
	c, err := liveContext(ctx)
	if err != nil {
		return err
	}
	at := p.sim.now + p.TrueDuration(d)
	t.wakeAt(at)
	if c != nil {
		t.waitUnder(c)
	}
	if !t.goesOn() {
		if t.seat.yields {
			t.seat.next()
		} else {
			t.seat.yield(struct{}{})
		}
		p.sim.CheckAlive()
	}
	if c == nil {
		return nil
	}
	t.under.leave()
	if p.sim.now < at || c.err != nil {
		return c.err
	}
	return nil
}

// Crash ends the process at once. Its tasks are unwound without reaching the
// world: whatever their defers ask for does nothing. A task that crashes its own
// process does not return from the call.
func (p *Process) Crash() {
	p.sim.CheckAlive()
	p.down, p.paused = true, false
	p.unwindAll()
	if t := p.sim.running; t != nil && t.process == p {
		t.dead = true
		panic(crashed)
	}
}

func (p *Process) unwindAll() {
	p.held = nil
	for t := p.tasks.first; t != nil; {
		next := t.next
		if t != p.sim.running {
			p.sim.unwind(t)
		}
		t = next
	}
}

// Restart lets a crashed process start tasks again. What ran in it is gone.
func (p *Process) Restart() { p.sim.CheckAlive(); p.down = false }

// Crashed reports whether the process has crashed and was not restarted.
func (p *Process) Crashed() bool { return p.down }

// Pause stops the process, as a garbage collection or a frozen virtual machine
// does: its tasks do not go on until Resume, but the world and the clock do.
// A task that pauses its own process goes on until it next waits.
func (p *Process) Pause() { p.sim.CheckAlive(); p.paused = !p.down }

// Resume ends a pause: tasks that were to wake in the meantime wake now.
func (p *Process) Resume() {
	p.sim.CheckAlive()
	p.paused = false
	held := p.held
	p.held = nil
	for _, t := range held {
		t.wakeAt(p.sim.now)
	}
}

// Paused reports whether the process is paused.
func (p *Process) Paused() bool { return p.paused }
