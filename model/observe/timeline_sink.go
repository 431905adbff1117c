package observe

import (
	"slices"
	"time"
)

// timelineLimit bounds the expiries, the holds and the faults that a timeline
// keeps one by one: more than a picture can tell apart.
const timelineLimit = 2000

// TimelineSink draws up the timeline of a run.
type TimelineSink struct {
	timeline     Timeline
	manyExpiries bool              // too many expiries to keep each
	manyHolds    bool              // likewise of holds
	held         map[uint64]grants // by work
	waiting      int
}

// grants are the locks that one work holds, of one key: one, or, with Redlock,
// those of several servers. They make one hold, which lasts until the last of
// them is over.
type grants struct {
	hold int // its index in Holds
	open int
}

// NewTimelineSink returns the sink for a run of the given length, whose peaks
// count from an instant on.
func NewTimelineSink(duration, bucket, from time.Duration) *TimelineSink {
	return &TimelineSink{
		timeline: Timeline{Duration: duration, Bucket: bucket, From: from},
		held:     make(map[uint64]grants),
	}
}

// bucket returns the bucket of an instant. Who waits at the end of one, or holds a lock,
// does so in the next.
func (s *TimelineSink) bucket(at time.Duration) *Bucket {
	t := &s.timeline
	for i := int(at / t.Bucket); len(t.Buckets) <= i; {
		t.Buckets = append(t.Buckets, Bucket{Waiting: s.waiting, Held: len(s.held)})
	}
	return &t.Buckets[len(t.Buckets)-1]
}

// Observe adds an event.
func (s *TimelineSink) Observe(e *Event) {
	t := &s.timeline
	switch e.Kind {
	case RecomputeStart:
		switch b := s.bucket(e.At); {
		case !e.First:
			b.Duplicate++
		case e.Live:
			b.Early++
		default:
			b.OnMiss++
		}
	case ReadEnd:
		if e.Class == Error {
			s.bucket(e.At).Errors++
		}
	case Look:
		if e.First {
			s.expiry(e)
		}
	case LockAcquired:
		s.hold(e)
	case FaultStart:
		if len(t.Faults) == timelineLimit {
			t.Dropped++
			return
		}
		t.Faults = append(t.Faults, FaultSpan{From: e.At, To: -1, Fault: int(e.Count), Number: int(e.Other), Process: e.Process})
	case FaultEnd:
		s.endFault(e)
	case LockReleased:
		s.endHold(e.Work, e.At, false)
	case LockExpired, LockDropped, LockForeignDelete:
		s.endHold(e.Other, e.At, true)
	}
}

// ObserveWaiters notes how many reads wait for a load.
func (s *TimelineSink) ObserveWaiters(at time.Duration, waiting int) {
	b := s.bucket(at)
	s.waiting = waiting
	b.Waiting = max(b.Waiting, waiting)
}

func (s *TimelineSink) expiry(e *Event) {
	s.bucket(e.At).Expiries++
	t := &s.timeline
	if s.manyExpiries = s.manyExpiries || len(t.Expiries) == timelineLimit; s.manyExpiries {
		t.Expiries = nil
		return
	}
	t.Expiries = append(t.Expiries, Expiry{At: e.At, Key: e.Key})
}

func (s *TimelineSink) hold(e *Event) {
	b := s.bucket(e.At)
	g, holding := s.held[e.Work]
	g.open++
	if !holding {
		g.hold = s.newHold(e)
	}
	s.held[e.Work] = g
	b.Held = max(b.Held, len(s.held))
}

// newHold returns where the hold is kept.
func (s *TimelineSink) newHold(e *Event) int {
	t := &s.timeline
	if s.manyHolds = s.manyHolds || len(t.Holds) == timelineLimit; s.manyHolds {
		t.Holds = nil
		return 0
	}
	t.Holds = append(t.Holds, Hold{From: e.At, To: -1, Key: e.Key})
	return len(t.Holds) - 1
}

func (s *TimelineSink) endHold(work uint64, at time.Duration, lost bool) {
	g, holding := s.held[work]
	if !holding {
		return
	}
	if g.open--; g.open > 0 {
		s.held[work] = g
		return
	}
	b := s.bucket(at)
	if lost {
		b.Lost++
	}
	if !s.manyHolds {
		s.timeline.Holds[g.hold].To, s.timeline.Holds[g.hold].Lost = at, lost
	}
	delete(s.held, work)
}

// endFault ends the span that has the event's fault, number and process.
func (s *TimelineSink) endFault(e *Event) {
	faults := s.timeline.Faults
	for i := len(faults) - 1; i >= 0; i-- {
		if f := &faults[i]; f.To < 0 && f.Fault == int(e.Count) && f.Number == int(e.Other) && f.Process == e.Process {
			f.To = e.At
			return
		}
	}
}

// Timeline returns the timeline so far; holds and faults in progress end with the
// run.
func (s *TimelineSink) Timeline() Timeline {
	s.bucket(s.timeline.Duration - 1)
	t := s.timeline
	// A run that drains is drawn for as long as it still recomputes.
	run := int((t.Duration + t.Bucket - 1) / t.Bucket)
	for n := len(t.Buckets); n > run && t.Buckets[n-1].Recomputes() == 0; n-- {
		t.Buckets = t.Buckets[:n-1]
	}
	t.Holds = slices.Clone(t.Holds)
	for i := range t.Holds {
		if h := &t.Holds[i]; h.To < 0 {
			h.To = max(t.Duration, h.From)
		}
	}
	t.Faults = slices.Clone(t.Faults)
	for i := range t.Faults {
		if f := &t.Faults[i]; f.To < 0 {
			f.To = max(t.Duration, f.From)
		}
	}
	return t
}
