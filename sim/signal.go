package sim

import "context"

// Signal is the one thing that tasks wait for: it fires once, and wakes all who
// wait for it, in the order they came.
type Signal struct {
	sim     *Sim
	fired   bool
	waiters waitList
}

// NewSignal returns a signal that has not fired. A deadlock report calls it
// what.
func (s *Sim) NewSignal(what string) *Signal {
	g := new(Signal)
	g.Reset(s, what)
	return g
}

// Reset makes g as new, so that a signal can be a field of a reused struct.
func (g *Signal) Reset(s *Sim, what string) {
	if g.waiters.first != nil {
		panic("sim: Signal.Reset: tasks are waiting for " + g.waiters.what)
	}
	*g = Signal{sim: s, waiters: waitList{what: what}}
}

// Fire fires the signal. To fire it again does nothing.
func (g *Signal) Fire() {
	g.sim.CheckAlive()
	if g.fired {
		return
	}
	g.fired = true
	g.waiters.wakeAll()
}

// Fired reports whether the signal has fired.
func (g *Signal) Fired() bool { return g.fired }

// Wait waits until the signal has fired, or until ctx is done, and then returns
// the context's error.
func (g *Signal) Wait(ctx context.Context) error {
	t := g.sim.current("Wait")
	if g.fired {
		return nil
	}
	c, err := liveContext(ctx)
	if err != nil {
		return err
	}
	g.waiters.add(&t.waits)
	if c != nil {
		t.waitUnder(c)
	}
	if !t.goesOn() {
		if t.seat.yields {
			t.seat.next()
		} else {
			t.seat.yield(struct{}{})
		}
		g.sim.CheckAlive()
	}
	if g.fired {
		return nil
	}
	return ctx.Err()
}

// waiter is a task's place in the list of those who wait for one thing.
type waiter struct {
	task       *Task
	list       *waitList
	prev, next *waiter
}

// waitUnder adds the task to those whose waiting ends with the context.
func (t *Task) waitUnder(c *virtualContext) {
	if t.under == nil {
		t.under = &waiter{task: t}
	}
	c.waiters.add(t.under)
}

// waitList is a list of waiting tasks, in the order they came.
type waitList struct {
	what        string // what they wait for
	first, last *waiter
}

func (l *waitList) add(w *waiter) {
	w.list, w.prev, w.next = l, l.last, nil
	if l.last == nil {
		l.first = w
	} else {
		l.last.next = w
	}
	l.last = w
}

// leave takes a waiter off the list it is on, if any.
func (w *waiter) leave() {
	if w == nil || w.list == nil {
		return
	}
	l := w.list
	if w.prev == nil {
		l.first = w.next
	} else {
		w.prev.next = w.next
	}
	if w.next == nil {
		l.last = w.prev
	} else {
		w.next.prev = w.prev
	}
	w.list, w.prev, w.next = nil, nil, nil
}

// wakeAll wakes every waiter now. A task may wait for a signal, under a
// context and for a time at once; whichever comes first ends all three.
func (l *waitList) wakeAll() {
	for w := l.first; w != nil; w = l.first {
		t := w.task
		t.waits.leave()
		t.under.leave()
		s := t.process.sim
		s.Cancel(t.wake)
		t.wakeAt(s.now)
	}
}
