package props

import (
	"fmt"
	"slices"
	"strconv"

	"stampede/model/observe"
)

// cast is who had a part in the breach, in the order of their appearance, each
// with the letter that it is called by.
type cast struct{ works []uint64 }

func (c cast) has(work uint64) bool { return slices.Contains(c.works, work) }

func (c cast) name(work uint64) string {
	if i := slices.Index(c.works, work); i >= 0 {
		return letter(i)
	}
	return fmt.Sprintf("#%d", work)
}

// letter names the members of a cast: A, B, … Z, then A1, B1, ….
func letter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s += fmt.Sprint(i / 26)
	}
	return s
}

// role says who did something: a letter, and the process.
func (c cast) role(process int32, work uint64) string {
	switch {
	case process < 0:
		return "·"
	case work == 0:
		return fmt.Sprintf("process-%d", process+1)
	}
	return fmt.Sprintf("%s, process-%d", c.name(work), process+1)
}

// renamed calls the works in a sentence by their letters.
func (c cast) renamed(sentence string) string {
	return numbered.ReplaceAllStringFunc(sentence, func(words string) string {
		if work := numberIn(words); c.has(work) {
			return c.name(work)
		}
		return words
	})
}

func numberIn(words string) uint64 {
	n, _ := strconv.ParseUint(numbered.FindStringSubmatch(words)[1], 10, 64) // it is digits
	return n
}

// onStage returns those of the cast that lines are about.
func (c cast) onStage(lines []line) cast {
	return cast{slices.DeleteFunc(slices.Clone(c.works), func(work uint64) bool {
		return !slices.ContainsFunc(lines, func(l line) bool { return l.work == work })
	})}
}

// cast finds those who recomputed the episode of the breach, those whose lock was
// at stake, and whom else its reason and its cause name, with the work that started
// each.
func (s *Story) cast() cast {
	parts := map[uint64]bool{s.breach.Work: true}
	if s.breach.Other != 0 {
		parts[s.breach.Other] = true
	}
	for _, words := range numbered.FindAllString(s.Violation.Reason+"; "+s.Violation.Cause, -1) {
		parts[numberIn(words)] = true
	}
	for i := range s.events {
		e := &s.events[i]
		if e.Key == s.breach.Key && e.Kind == observe.RecomputeStart && e.Generation == s.breach.Generation {
			parts[e.Work] = true
		}
	}
	if s.breach.Kind == observe.LockContended {
		for _, work := range s.holders() {
			parts[work] = true
		}
	}
	for i := len(s.events) - 1; i >= 0; i-- { // those who renewed or deleted, or whose lock went
		e := &s.events[i]
		if e.Key == s.breach.Key && e.Other != 0 && e.Other != e.Work && e.Kind != observe.ReadStart && (parts[e.Work] || parts[e.Other]) {
			parts[e.Work], parts[e.Other] = true, true
		}
	}
	var c cast
	for i := range s.events {
		if w := s.events[i].Work; parts[w] && !c.has(w) {
			c.works = append(c.works, w)
		}
	}
	return c
}

// holders returns the works that hold a lock at the breach: that of its key, or
// if there is none whichever.
func (s *Story) holders() []uint64 {
	held := make(map[int32][]uint64)
	for i := range s.events {
		switch e := &s.events[i]; {
		case e.Kind == observe.LockAcquired:
			held[e.Key] = append(held[e.Key], e.Work)
		case unlocks.has(e.Kind):
			held[e.Key] = slices.DeleteFunc(held[e.Key], func(w uint64) bool { return w == e.Other })
		}
	}
	if own := held[s.breach.Key]; len(own) > 0 {
		return own
	}
	var all []uint64
	for key := range int32(s.run.Keys) {
		all = append(all, held[key]...)
	}
	return all
}

// span is the events of the cast, and the faults, from its first appearance to
// the breach.
func (s *Story) span(c cast) []observe.Event {
	var span []observe.Event
	for _, e := range s.events {
		if c.has(e.Work) || c.has(e.Other) && unlocks.has(e.Kind) || isFault(&e) {
			span = append(span, e)
		}
	}
	return span
}

func isFault(e *observe.Event) bool {
	return e.Kind == observe.FaultStart || e.Kind == observe.FaultEnd
}
