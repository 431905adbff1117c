package sim

import (
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"
	"time"
)

// Job is what a task does; its name is for a person.
type Job interface {
	Run()
	String() string
}

// function is a job that is no more than a function.
type function struct {
	name string
	fn   func()
}

func (f *function) Run()           { f.fn() }
func (f *function) String() string { return f.name }

// Task is a coroutine: code of a process that can wait. Exactly one task of a
// run is running at any moment, and it goes on until it waits or ends.
//
// A task's coroutine outlives it and runs the next one: making a coroutine
// costs more than a short task does.
type Task struct {
	// Most of the time of a run with many tasks goes into fetching each from
	// memory, so what a wake-up touches stands together.
	process *Process
	seat    seat
	wake    Timer         // the event that will wake it, if one is scheduled
	since   time.Duration // when it began to wait
	job     Job           // nil while the coroutine is idle
	id      uint32
	dead    bool // its process crashed: it may only unwind

	waits      waiter  // its place among those who wait for a signal
	under      *waiter // its place among those who wait under a context; made when first needed
	prev, next *Task   // the other tasks of its process
}

// crashed is what a task of a crashed process panics with at its next call.
// It unwinds the task and nothing else.
var crashed any = new(byte)

// start gives work to a coroutine and schedules its first step.
func (s *Sim) start(p *Process, job Job) {
	if s.alive >= s.config.MaxTasks {
		_ = s.fail(fmt.Errorf("sim: at %v: more than %d tasks at one time: %w", s.now, s.config.MaxTasks, ErrLimit))
		return
	}
	var t *Task
	if n := len(s.idle); n > 0 {
		t = s.idle[n-1]
		s.idle = s.idle[:n-1]
	} else {
		t = new(Task)
		t.waits.task = t
		t.seat.next, _ = iter.Pull(t.body)
		t.seat.next()
	}
	s.alive++
	s.started++
	t.process, t.job, t.id, t.dead = p, job, s.started, false
	t.since = s.now
	p.tasks.add(t)
	t.wakeAt(s.now)
}

// body is the coroutine: one task after the other. It ends when it goes on without
// work.
func (t *Task) body(yield func(struct{}) bool) {
	t.seat.yield = yield
	yield(struct{}{}) // it was called for this: from now on, both halves are known
	for t.job != nil {
		t.work()
		if back := t.process.sim.back; back != nil {
			t.seat.swap(back)
			continue
		}
		t.goesOn()
		if t.seat.yields {
			t.seat.next()
		} else {
			t.seat.yield(struct{}{})
		}
	}
	t.seat = seat{} // it has ended, for Close
}

// work does the task's job and stops a crash's unwinding. It is the only
// place that recovers: were there another below it, a crashed process could
// carry on.
func (t *Task) work() {
	returned := false
	defer func() {
		s := t.process.sim
		switch r := recover(); {
		case returned, r == crashed:
		case r != nil:
			err := fmt.Errorf("sim: %s: panic: %v\n%s", t, r, debug.Stack())
			s.passBack(func() { panic(err) })
		default:
			// Its goroutine is being ended, as a test's is that has failed. Run's is to
			// end instead: this one's end would wake whoever sits in its first place.
			s.passBack(runtime.Goexit)
			for {
				t.seat.swap(s.back)
			}
		}
		t.process.tasks.remove(t)
		s.alive--
		s.idle = append(s.idle, t)
		t.job = nil
	}()
	if !t.dead {
		t.job.Run()
	}
	returned = true
}

// Handle lets a task be the handler of its own wake-up. It holds the task until its
// process is resumed: where the process is not paused, the task just goes on.
func (t *Task) Handle() {
	t.under.leave() // it has slept: the end of its context must not wake it once more
	t.process.held = append(t.process.held, t)
}

// goesOn begins the task's wait and reports whether it is over at once, for its own
// wake-up is next. Otherwise it has taken the seat of who goes on: the task whose
// wake-up is next, or Run for all else.
func (t *Task) goesOn() bool {
	s := t.process.sim
	t.since = s.now
	s.next = s.due()
	next, ok := s.next.(*Task)
	if !ok || next.process.paused || s.events > s.limit {
		s.running = nil
		t.seat.take(&s.seat)
		return false
	}
	s.running, s.next = next, nil
	if next == t {
		return true
	}
	t.seat.take(&next.seat)
	return false
}

func (t *Task) wakeAt(at time.Duration) { t.wake = t.process.sim.schedule(at, Client, t) }

// unwind ends a task that waits, or that was not yet started, running its
// defers. What they ask of the simulator only unwinds further.
func (s *Sim) unwind(t *Task) {
	t.dead = true
	s.Cancel(t.wake)
	t.waits.leave()
	t.under.leave()
	before, seat := s.running, &s.seat
	if before != nil {
		seat = &before.seat
	}
	s.running, s.back = t, seat
	seat.swap(&t.seat)
	s.running = before
	s.goOn()
}

// String names the task for a person: what it is, and where.
func (t *Task) String() string { return fmt.Sprintf("%s #%d of %s", t.job, t.id, t.process.name) }

// current returns the running task; call is the method that needs one.
func (s *Sim) current(call string) *Task {
	if s.running == nil {
		panic("sim: " + call + ": called outside a task; only a task can wait")
	}
	s.CheckAlive()
	return s.running
}

// CheckAlive unwinds the running task if its process has crashed. What a
// process can do to the world must call it first: the defers of crashed code run,
// and must not release a lock.
func (s *Sim) CheckAlive() {
	if s.running != nil && s.running.dead {
		panic(crashed)
	}
}

// taskList keeps the tasks of a process in the order they were started.
type taskList struct{ first, last *Task }

func (l *taskList) add(t *Task) {
	t.prev, t.next = l.last, nil
	if l.last == nil {
		l.first = t
	} else {
		l.last.next = t
	}
	l.last = t
}

func (l *taskList) remove(t *Task) {
	if t.prev == nil {
		l.first = t.next
	} else {
		t.prev.next = t.next
	}
	if t.next == nil {
		l.last = t.prev
	} else {
		t.next.prev = t.prev
	}
}
