package sim

import (
	"fmt"
	"strings"
	"time"
)

// DeadlockError says that tasks wait although nothing is left to happen.
type DeadlockError struct {
	At      time.Duration
	Waiting []string // one sentence for each task, up to a limit
	Tasks   int      // how many there are in all
}

// Error names who waits for what.
func (e *DeadlockError) Error() string {
	s := fmt.Sprintf("sim: deadlock at %v: nothing is scheduled and %d waiting: %s",
		e.At, e.Tasks, strings.Join(e.Waiting, "; "))
	if more := e.Tasks - len(e.Waiting); more > 0 {
		s += fmt.Sprintf("; and %d more", more)
	}
	return s
}

const reported = 10 // waiting tasks that a deadlock report names

func (s *Sim) deadlock() error {
	e := &DeadlockError{At: s.now, Tasks: s.alive}
	for _, p := range s.processes {
		for t := p.tasks.first; t != nil && len(e.Waiting) < reported; t = t.next {
			e.Waiting = append(e.Waiting, t.waitsFor())
		}
	}
	return e
}

func (t *Task) waitsFor() string {
	what := "the end of its process's pause"
	if t.waits.list != nil {
		what = t.waits.list.what
	}
	return fmt.Sprintf("%s waits for %s since %v", t, what, t.since)
}
