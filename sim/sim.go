package sim

import (
	"errors"
	"fmt"
	"time"
)

// Config is what a run depends on.
type Config struct {
	// Seed selects every random stream of the run.
	Seed uint64
	// Salt, if not 0, permutes events of one class at one instant: another
	// legal order of what happens "at the same time".
	Salt uint64
	// The limits stop a run that has got out of hand: the events it may process
	// in all, those at one instant (a run in which nothing takes time goes
	// nowhere), and the tasks that may be alive at one time. 0 stands for the
	// defaults: 1<<40, 1<<24 and 1<<22.
	MaxEvents, MaxInstant uint64
	MaxTasks              int
	// Stop, if not nil, is asked at the first event, and every [StopEvery] events from
	// there, whether the run is to go on: an error ends it. A run that goes on does not
	// depend on it.
	Stop func() error
}

// StopEvery is after how many events a run asks whether it is to stop: some
// hundredths of a second, so that asking costs nothing.
const StopEvery = 1 << 16

// Sim is one run: a clock, the events to come, and the processes they happen
// to. Make one by [New], end it by [Sim.Close].
type Sim struct {
	config  Config
	now     time.Duration
	horizon time.Duration // events after it are not yet due
	queue   queue
	slots   []slot // slot 0 is never used: 0 marks the end of the free list
	free    uint32
	events  uint64
	ceiling uint64 // of events in all: at it, the run asks whether to stop, or has got out of hand
	instant uint64 // of events, at the present instant
	limit   uint64 // the lower of both

	processes []*Process
	running   *Task   // nil while a handler runs
	next      Handler // taken from the queue by a task that went to wait
	seat      seat    // of Run, while a task runs
	back      *seat   // who goes on when the running task ends, if not who is due
	passed    func()  // what that one is to do first: a task's code panicked
	pending   int     // events scheduled and not cancelled
	alive     int     // tasks started and not ended
	started   uint32  // tasks started so far
	idle      []*Task // coroutines without work
	err       error   // why the run cannot go on
}

// ErrLimit is wrapped by the error of a run that exceeded one of the limits in
// its [Config].
var ErrLimit = errors.New("limit exceeded")

// New returns a run at time 0 with nothing scheduled.
func New(c Config) *Sim {
	if c.MaxEvents == 0 {
		c.MaxEvents = 1 << 40
	}
	if c.MaxInstant == 0 {
		c.MaxInstant = 1 << 24
	}
	if c.MaxTasks == 0 {
		c.MaxTasks = 1 << 22
	}
	s := &Sim{config: c, slots: make([]slot, 1), ceiling: c.MaxEvents, instant: c.MaxInstant}
	if c.Stop != nil {
		s.ceiling = 0 // it is asked at once
	}
	s.limit = min(s.ceiling, s.instant)
	s.queue.salt = c.Salt
	return s
}

// Now returns the virtual time: nanoseconds since the start of the run.
func (s *Sim) Now() time.Duration { return s.now }

// Events returns how many events have been processed.
func (s *Sim) Events() uint64 { return s.events }

// Run processes all events up to and including the virtual time until, and
// leaves the clock there; it may be called again with a later time.
//
// It returns early, with the clock at the last event, when nothing is left to
// do: nil if no task is waiting, a [*DeadlockError] if some wait for what can
// no longer happen. An exceeded limit is an error that wraps [ErrLimit]; what the
// Stop of the [Config] returns is passed on. A panic in a task is passed on to the
// caller of Run.
func (s *Sim) Run(until time.Duration) error {
	if until < s.now {
		panic(fmt.Sprintf("sim: Run: %v is before now (%v)", until, s.now))
	}
	s.horizon = until
	for s.err == nil {
		h := s.next
		if h == nil {
			h = s.due()
		}
		s.next = nil
		if h == nil {
			return s.exhausted()
		}
		if s.events > s.limit {
			if err := s.overrun(); err != nil {
				return s.fail(err)
			}
		}
		t, ok := h.(*Task)
		if !ok || t.process.paused {
			h.Handle()
			continue
		}
		s.running = t
		s.seat.take(&t.seat)
		if s.seat.yields {
			s.seat.next()
		} else {
			s.seat.yield(struct{}{})
		}
		if s.back != nil {
			s.running = nil
			s.goOn()
		}
	}
	return s.err
}

// passBack ends the running task by having what ended it, a panic say, done again by
// Run, or by who unwinds the task.
func (s *Sim) passBack(do func()) {
	s.passed = do
	if s.back == nil {
		s.back = &s.seat
	}
}

// goOn ends a passing back, and does what was passed, if anything.
func (s *Sim) goOn() {
	do := s.passed
	s.back, s.passed = nil, nil
	if do != nil {
		do()
	}
}

// exhausted decides what it means that no event is due before the horizon.
func (s *Sim) exhausted() error {
	if s.pending > 0 {
		s.now = s.horizon
		return nil
	}
	if s.alive > 0 {
		return s.fail(s.deadlock())
	}
	return nil
}

// overrun says why a run that is at a limit must end; nil if it is to go on.
func (s *Sim) overrun() error {
	if s.events > s.config.MaxEvents {
		return fmt.Errorf("sim: at %v: more than %d events: %w", s.now, s.config.MaxEvents, ErrLimit)
	}
	if s.events > s.instant {
		return fmt.Errorf("sim: at %v: more than %d events at this instant: %w", s.now, s.config.MaxInstant, ErrLimit)
	}
	s.ceiling = min(s.config.MaxEvents, s.events+StopEvery)
	s.limit = min(s.ceiling, s.instant)
	return s.config.Stop()
}

func (s *Sim) fail(err error) error {
	if s.err == nil {
		s.err = err
		s.ceiling, s.limit = 0, 0 // no task goes on by itself
	}
	return s.err
}

// Close ends the run: tasks that still wait are unwound as if their process had
// crashed, and their coroutines are freed. Nothing may be called after it.
func (s *Sim) Close() {
	for _, p := range s.processes {
		p.unwindAll()
	}
	s.back = &s.seat
	for _, t := range s.idle {
		if t.seat.next != nil { // not woken, and ended, by another's end
			s.seat.swap(&t.seat)
		}
	}
	s.idle = nil
}
