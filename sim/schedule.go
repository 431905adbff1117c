package sim

import (
	"fmt"
	"time"
)

// Handler is a reaction: it runs when its event is due, and must not wait.
type Handler interface{ Handle() }

// HandlerFunc lets a plain function be a [Handler].
type HandlerFunc func()

// Handle calls f.
func (f HandlerFunc) Handle() { f() }

// Timer names a scheduled event, so that it can be cancelled. The zero Timer
// names none.
type Timer struct{ slot, gen uint32 }

// slot holds what a pending event stands for. Slots are reused; the generation
// tells a slot's present event from those it held before.
type slot struct {
	handler Handler
	gen     uint32 // 1…maxGen
	free    uint32 // the next free slot
}

// maxGen is the highest generation that fits into a tag. 0 is the zero Timer's.
const maxGen = 1<<(32-classBits) - 1

// Schedule runs h at the virtual time at, among the events of its class. A time
// already past panics.
func (s *Sim) Schedule(at time.Duration, class Class, h Handler) Timer {
	s.CheckAlive()
	return s.schedule(at, class, h)
}

func (s *Sim) schedule(at time.Duration, class Class, h Handler) Timer {
	if at < s.now {
		panic(fmt.Sprintf("sim: Schedule: %v is before now (%v)", at, s.now))
	}
	i := s.free
	if i == 0 {
		i = uint32(len(s.slots))
		s.slots = append(s.slots, slot{gen: 1})
	} else {
		s.free = s.slots[i].free
	}
	s.slots[i].handler = h
	gen := s.slots[i].gen
	s.pending++
	s.queue.push(event{at: at, slot: i, tag: newTag(gen, class)})
	return Timer{i, gen}
}

// Cancel takes a scheduled event back. It reports whether the event was still
// to come.
func (s *Sim) Cancel(t Timer) bool {
	if t.gen == 0 || s.slots[t.slot].gen != t.gen {
		return false
	}
	s.release(t.slot)
	return true
}

// release ends a slot's present event and makes the slot free for the next.
func (s *Sim) release(i uint32) Handler {
	s.pending--
	sl := &s.slots[i]
	h := sl.handler
	sl.handler = nil
	sl.gen = sl.gen%maxGen + 1
	sl.free = s.free
	s.free = i
	return h
}

// due takes the next event that was not cancelled, moves the clock to it and
// returns its handler; nil if none is due before the horizon.
func (s *Sim) due() Handler {
	for {
		e, ok := s.queue.pop(s.horizon)
		if !ok {
			return nil
		}
		if s.slots[e.slot].gen != e.tag.gen() {
			continue
		}
		if e.at != s.now {
			s.now = e.at
			s.instant = s.events + s.config.MaxInstant
			s.limit = min(s.ceiling, s.instant)
		}
		s.events++
		return s.release(e.slot)
	}
}
