package props

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stampede/model/observe"
)

// Story tells how an invariant came to be broken: what those who had a part in
// it did, step by step, and the same drawn against time.
type Story struct {
	Violation observe.Violation
	sentence  string
	events    []observe.Event // of the key, up to the breach
	breach    observe.Event
}

// Storyteller watches a run and remembers how the first breach of an invariant
// came about. It keeps the whole run until then, so the run should be short.
type Storyteller struct {
	Watch
	events []observe.Event
	story  *Story
}

// NewStoryteller returns the storyteller of an invariant in a run.
func NewStoryteller(inv Invariant, r Run) *Storyteller {
	s := &Storyteller{Watch: Watch{works: newWorks()}}
	s.add(inv.new(r, s.works, func(e *observe.Event, reason string) {
		if s.story == nil {
			s.story = &Story{
				Violation: violation(inv.Name, e, reason), sentence: inv.Sentence,
				events: slices.Clone(s.events), breach: *e,
			}
		}
	}))
	return s
}

// Observe adds an event.
func (s *Storyteller) Observe(e *observe.Event) {
	if s.story == nil {
		s.events = append(s.events, *e)
		s.Watch.Observe(e)
	}
}

// Story returns the story of the first breach, or nil if there was none.
func (s *Storyteller) Story() *Story { return s.story }

// String writes the story.
func (s *Story) String() string {
	cast := s.cast()
	lines := s.lines(cast)
	var b strings.Builder
	fmt.Fprintf(&b, "%s is broken: %s\n\n", s.Violation.Invariant, s.sentence)
	for _, l := range lines {
		fmt.Fprintf(&b, "%6d  %10s  %-14s %s\n", l.step, at(l.at), l.who, l.text)
	}
	fmt.Fprintf(&b, "\n%s\n%s\n", s.Violation.Reason, draw(s.span(cast), cast))
	return b.String()
}

// Steps is how many lines the story has.
func (s *Story) Steps() int { return len(s.lines(s.cast())) }

func at(d time.Duration) string { return fmt.Sprintf("%.3fms", observe.Milliseconds(d)) }

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

// cast finds those who recomputed the episode of the breach, and those whose
// lock was at stake, with the work that started each.
func (s *Story) cast() cast {
	parts := map[uint64]bool{s.breach.Work: true, s.breach.Other: s.breach.Other != 0}
	for i := range s.events {
		e := &s.events[i]
		if e.Key == s.breach.Key && e.Kind == observe.RecomputeStart && e.Generation == s.breach.Generation {
			parts[e.Work] = true
		}
	}
	for i := len(s.events) - 1; i >= 0; i-- { // those who deleted, or whose lock went
		e := &s.events[i]
		if e.Key == s.breach.Key && e.Other != 0 && e.Other != e.Work && (parts[e.Work] || parts[e.Other]) {
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

// span is the events of the cast, and the faults, from its first appearance to
// the breach.
func (s *Story) span(c cast) []observe.Event {
	var span []observe.Event
	for _, e := range s.events {
		if c.has(e.Work) || c.has(e.Other) || e.Key == observe.NoOne {
			span = append(span, e)
		}
	}
	return span
}

type line struct {
	step      uint64
	at        time.Duration
	who, text string
}

// lines tells the span. Looks and refusals that say the same are told once.
func (s *Story) lines(c cast) []line {
	var lines []line
	polls := make(map[uint64]int)
	absent := make(map[uint64]uint64)      // the generation that was gone at a work's latest look
	began := make(map[int32]time.Duration) // faults
	span := s.span(c)
	busy := make(map[uint64]int) // events by work
	for i := range span {
		busy[span[i].Work]++
	}
	for _, e := range span {
		switch e.Kind {
		case observe.OriginStart, observe.OriginQueued, observe.OriginRefused, observe.Noted:
			continue
		case observe.JobStart:
			if busy[e.Work] == 1 {
				continue // nothing came of it
			}
		case observe.FaultEnd:
			if began[e.Count] == e.At {
				continue // it happened at once
			}
		case observe.FaultStart:
			began[e.Count] = e.At
		case observe.LockContended:
			if polls[e.Work]++; polls[e.Work] > 1 {
				continue
			}
		case observe.Look:
			seen, again := absent[e.Work]
			if delete(absent, e.Work); !e.Live {
				absent[e.Work] = e.Generation
				if again && seen == e.Generation {
					continue
				}
			}
		default:
			delete(polls, e.Work)
		}
		lines = append(lines, line{e.Step, e.At, role(&e, c), e.Facts(c.name)})
	}
	return lines
}

// role says who did it: a letter, and the process.
func role(e *observe.Event, c cast) string {
	if e.Work == 0 || e.Process < 0 {
		return "·"
	}
	return fmt.Sprintf("%s, process-%d", c.name(e.Work), e.Process+1)
}

const width = 64 // characters of a drawing

// draw draws the span against time, a row for each of the cast and one for the
// lock.
func draw(span []observe.Event, c cast) string {
	if len(span) == 0 {
		return ""
	}
	from, to := span[0].At, span[len(span)-1].At
	column := func(t time.Duration) int {
		if to == from {
			return 0
		}
		return int(int64(t-from) * (width - 1) / int64(to-from))
	}
	rows := make([][]byte, len(c.works)+1)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(" ", width))
	}
	lock := rows[len(c.works)]
	mark := func(row []byte, since, until int, with byte) {
		for i := since; i <= until; i++ {
			row[i] = with
		}
	}
	began := make(map[uint64]int)
	loads := make(map[uint64]int)
	held := make(map[uint64]int)
	drop := func(work uint64, at int, with byte) {
		if since, ok := held[work]; ok {
			mark(lock, since, at, c.name(work)[0])
			lock[at] = with
			delete(held, work)
		}
	}
	for i := range span {
		e := &span[i]
		x := column(e.At)
		me := slices.Index(c.works, e.Work)
		switch e.Kind {
		case observe.ReadStart, observe.JobStart:
			began[e.Work] = x
		case observe.ReadEnd, observe.JobEnd:
			fill(rows[me], began[e.Work], x, '.')
			delete(began, e.Work)
		case observe.RecomputeStart:
			loads[e.Work] = x
		case observe.RecomputeEnd:
			mark(rows[me], loads[e.Work], x, '=')
			delete(loads, e.Work)
		case observe.LockAcquired:
			held[e.Work] = x
		case observe.LockReleased:
			drop(e.Work, x, ']')
		case observe.LockExpired, observe.LockForeignDelete, observe.LockDropped:
			drop(e.Other, x, 'x')
		}
	}
	for i, w := range c.works { // what is still in progress at the breach
		if since, ok := loads[w]; ok {
			mark(rows[i], since, width-1, '=')
		}
		if since, ok := began[w]; ok {
			fill(rows[i], since, width-1, '.')
		}
		drop(w, width-1, c.name(w)[0])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-6s%-*s%s\n", "", width-10, at(from), at(to))
	for i, w := range c.works {
		fmt.Fprintf(&b, "%-6s%s\n", c.name(w), strings.TrimRight(string(rows[i]), " "))
	}
	if l := strings.TrimRight(string(lock), " "); l != "" {
		fmt.Fprintf(&b, "%-6s%s\n", "lock", l)
	}
	b.WriteString("      . at work   = loading   letters: whose lock   ] released   x expired or deleted\n")
	return b.String()
}

// fill marks what is not marked yet.
func fill(row []byte, since, until int, with byte) {
	for i := since; i <= until; i++ {
		if row[i] == ' ' {
			row[i] = with
		}
	}
}
