package props

import (
	"fmt"
	"regexp"
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
	run       Run
	events    []observe.Event // of the run, up to the breach
	breach    observe.Event
}

// storyteller watches a run and remembers how the first breach of an invariant
// came about. It keeps the whole run until then, so the run should be short.
type storyteller struct {
	*Watch
	events []observe.Event
	story  *Story // nil if there was no breach
}

// newStoryteller returns the storyteller of an invariant in a run.
func newStoryteller(inv Invariant, r Run) *storyteller {
	s := &storyteller{Watch: newWatch(r)}
	s.add(inv.hears, inv.new(r, s.works, func(e *observe.Event, reason string) {
		if s.story == nil {
			s.story = &Story{
				Violation: s.violation(inv.Name, e, reason), sentence: inv.Sentence, run: r,
				events: slices.Clone(s.events), breach: *e,
			}
		}
	}))
	return s
}

// Observe adds an event.
func (s *storyteller) Observe(e *observe.Event) {
	if s.story == nil {
		s.events = append(s.events, *e)
		s.Watch.Observe(e)
	}
}

// String writes the story.
func (s *Story) String() string {
	c := s.cast()
	lines := s.lines(c)
	c = c.onStage(lines)
	var b strings.Builder
	fmt.Fprintf(&b, "%s is broken: %s\n\n", s.Violation.Invariant, s.sentence)
	fmt.Fprintf(&b, "%6s  %10s  %-14s %s\n", "step", "time", "process", "event")
	for _, l := range lines {
		fmt.Fprintf(&b, "%6d  %10s  %-14s %s\n", l.step, at(l.at), c.role(l.process, l.work), l.text(c.name))
	}
	fmt.Fprintf(&b, "\n%s\n", c.renamed(s.Violation.Reason))
	if s.Violation.Cause != "" {
		fmt.Fprintf(&b, "cause: %s\n", c.renamed(s.Violation.Cause))
	}
	fmt.Fprintf(&b, "\n%s\n", draw(s.span(c), c))
	return b.String()
}

// Steps is how many lines the story has.
func (s *Story) Steps() int { return len(s.lines(s.cast())) }

func at(d time.Duration) string { return fmt.Sprintf("%.3fms", observe.Milliseconds(d)) }

// numbered finds the works that a sentence names.
var numbered = regexp.MustCompile(`\b[Ww]ork ([0-9]+)`)
