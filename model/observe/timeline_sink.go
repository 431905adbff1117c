package observe

import "time"

// timelineLimit bounds the expiries, the holds and the faults that a timeline
// keeps: more than a picture can show.
const timelineLimit = 20_000

// TimelineSink draws up the timeline of a run.
type TimelineSink struct {
	timeline Timeline
	held     map[uint64]grants // by work
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
		timeline: Timeline{
			Duration: duration, Bucket: bucket, From: from,
			Buckets: make([]Bucket, (duration+bucket-1)/bucket),
		},
		held: make(map[uint64]grants),
	}
}

// Observe adds an event.
func (s *TimelineSink) Observe(e *Event) {
	t := &s.timeline
	switch e.Kind {
	case RecomputeStart:
		i := int(e.At / t.Bucket)
		for len(t.Buckets) <= i { // the run is draining
			t.Buckets = append(t.Buckets, Bucket{})
		}
		switch b := &t.Buckets[i]; {
		case !e.First:
			b.Duplicate++
		case e.Live:
			b.Early++
		default:
			b.OnMiss++
		}
	case Look:
		if !e.First {
			return
		}
		if len(t.Expiries) == timelineLimit {
			t.Dropped++
			return
		}
		t.Expiries = append(t.Expiries, Expiry{At: e.At, Key: e.Key})
	case LockAcquired:
		g, holding := s.held[e.Work]
		if !holding {
			if len(t.Holds) == timelineLimit {
				t.Dropped++
				return
			}
			g.hold = len(t.Holds)
			t.Holds = append(t.Holds, Hold{From: e.At, To: -1, Key: e.Key})
		}
		g.open++
		s.held[e.Work] = g
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

func (s *TimelineSink) endHold(work uint64, at time.Duration, lost bool) {
	g, holding := s.held[work]
	if !holding {
		return
	}
	if g.open--; g.open > 0 {
		s.held[work] = g
		return
	}
	s.timeline.Holds[g.hold].To, s.timeline.Holds[g.hold].Lost = at, lost
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
	t := s.timeline
	t.Holds = append([]Hold(nil), t.Holds...)
	for i := range t.Holds {
		if h := &t.Holds[i]; h.To < 0 {
			h.To = max(t.Duration, h.From)
		}
	}
	t.Faults = append([]FaultSpan(nil), t.Faults...)
	for i := range t.Faults {
		if f := &t.Faults[i]; f.To < 0 {
			f.To = max(t.Duration, f.From)
		}
	}
	return t
}
