package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/model/workload"
)

// line is a step of a story.
type line struct {
	step    uint64
	at      time.Duration
	process int32
	work    uint64
	kind    observe.Kind // again, if it tells of several
	text    func(name func(uint64) string) string
}

// lines tells the span. What a work does again and again, as it polls or renews its
// lock, is told once, and then how often it does so. What it does at one go is told
// in one line.
func (s *Story) lines(c cast) []line {
	span := s.span(c)
	idle := s.idle(span)
	var lines []line
	rounds := make(map[uint64]*repetition)
	for i := range span {
		e := &span[i]
		if idle(e) {
			continue
		}
		if e.Work == 0 {
			lines = append(lines, s.line(e))
			continue
		}
		r := rounds[e.Work]
		if r == nil {
			r = &repetition{}
			rounds[e.Work] = r
		}
		if r.goesOn(e) {
			if r.line == 0 {
				lines = append(lines, s.line(e))
				r.line = len(lines)
			}
			r.count++
			lines[r.line-1] = r.tell(e)
			continue
		}
		if r.line > 0 {
			*r = repetition{}
		}
		r.begin(e)
		lines = append(lines, s.line(e))
	}
	return joined(inOrder(lines))
}

// again is the kind of a line that tells of a repetition.
const again observe.Kind = 0

// inOrder puts the lines of repetitions, which grew, where their last step is.
func inOrder(lines []line) []line {
	for i := 1; i < len(lines); i++ {
		for j := i; j > 0 && lines[j-1].step > lines[j].step; j-- {
			lines[j-1], lines[j] = lines[j], lines[j-1]
		}
	}
	return lines
}

// joined puts into one line what a work does at one go.
func joined(lines []line) []line {
	var all []line
	for _, l := range lines {
		if n := len(all); n > 0 && all[n-1].work == l.work && l.work != 0 && atOneGo(all[n-1].kind, l.kind) {
			first := all[n-1].text
			second := l.text
			l.text = func(name func(uint64) string) string { return first(name) + ", and " + second(name) }
			all[n-1] = l
			continue
		}
		all = append(all, l)
	}
	return all
}

func atOneGo(first, second observe.Kind) bool {
	switch second {
	case observe.Look:
		return first == observe.ReadStart
	case observe.LockContended:
		return first == observe.Look
	case observe.Publish:
		return first == observe.RecomputeEnd
	case observe.LockAcquired:
		return first == again
	case observe.LockReleased, observe.LockForeignDelete:
		return first == observe.RecomputeEnd || first == observe.Publish
	}
	return false
}

// idle tells of events whether they have no part in any story.
func (s *Story) idle(span []observe.Event) func(e *observe.Event) bool {
	began := make(map[int32]time.Duration) // faults
	busy := make(map[uint64]bool)          // works that do more than renew a lock
	locked := make(map[uint64]bool)        // works that have just taken a lock
	for i := range span {
		switch span[i].Kind {
		case observe.JobStart, observe.JobEnd, observe.LockExtended:
		default:
			busy[span[i].Work] = true
		}
	}
	return func(e *observe.Event) bool {
		recheck := locked[e.Work] && e.Kind == observe.Look && !e.Live
		delete(locked, e.Work)
		switch e.Kind {
		case observe.OriginStart, observe.OriginQueued, observe.OriginRefused, observe.OriginWasted, observe.Noted:
			return true
		case observe.JobStart:
			return !busy[e.Work]
		case observe.JobEnd, observe.WriteEnd:
			return e.Work != s.breach.Work
		case observe.ReadEnd:
			return e.Work != s.breach.Work && e.Class != observe.Error
		case observe.LockAcquired:
			locked[e.Work] = true
		case observe.FaultEnd:
			return began[e.Count] == e.At // it happened at once
		case observe.FaultStart:
			began[e.Count] = e.At
		}
		return recheck // it has seen that before
	}
}

func (s *Story) line(e *observe.Event) line {
	told := *e
	return line{e.Step, e.At, e.Process, e.Work, e.Kind, func(name func(uint64) string) string {
		text := told.Facts(name)
		switch {
		case isFault(&told):
			return s.run.fault(&told)
		case told.Key != s.breach.Key && told.Key != observe.NoOne:
			text += " (" + workload.KeyName(int(told.Key)) + ")"
		}
		return text
	}}
}

// fault tells a fault with its verb.
func (r Run) fault(e *observe.Event) string {
	verb := "fault"
	if int(e.Count) < len(r.Threats) {
		verb = r.Threats[e.Count].String()
	}
	if e.Kind == observe.FaultEnd {
		return verb + " ends"
	}
	return verb + " begins"
}

// repetition is what a work does again and again.
type repetition struct {
	first, last observe.Kind // of a round: a look, and that the lock is taken
	generation  uint64       // that its looks miss
	from        time.Duration
	line        int // the line that tells of it, from 1; 0 before there is one
	count       int
}

// begin notes what may be the beginning of a repetition.
func (r *repetition) begin(e *observe.Event) {
	switch {
	case e.Kind == observe.Look && !e.Live:
		*r = repetition{first: observe.Look, last: observe.Look, generation: e.Generation, from: e.At}
	case e.Kind == observe.LockContended && r.first == observe.Look:
		r.last, r.from = observe.LockContended, e.At
	case e.Kind == observe.LockContended, e.Kind == observe.LockExtended:
		*r = repetition{first: e.Kind, last: e.Kind, from: e.At}
	default:
		*r = repetition{}
	}
}

// goesOn tells whether an event is what the work did before.
func (r *repetition) goesOn(e *observe.Event) bool {
	switch e.Kind {
	case observe.Look:
		return !e.Live && r.first == observe.Look && r.generation == e.Generation
	case observe.LockContended:
		return r.last == observe.LockContended
	case observe.LockExtended:
		return r.last == observe.LockExtended
	}
	return false
}

func (r *repetition) tell(e *observe.Event) line {
	what := "looks again, and finds nothing"
	rounds := r.count
	switch {
	case r.last == observe.LockExtended:
		what = "renews it again"
	case r.last == observe.LockContended && r.first == observe.Look:
		what = "looks and asks for the lock again, in vain"
		rounds = (r.count + 1) / 2
	case r.last == observe.LockContended:
		what = "asks for the lock again, in vain"
	}
	text := fmt.Sprintf("… %s: once", what)
	if rounds > 1 {
		text = fmt.Sprintf("… %s: %d times in %v", what, rounds, (e.At - r.from).Round(10*time.Microsecond))
	}
	return line{e.Step, e.At, e.Process, e.Work, again, func(func(uint64) string) string { return text }}
}
