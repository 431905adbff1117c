package observe

import "time"

// timelineLimit bounds the expiries and the holds that a timeline keeps: more
// than a picture can show.
const timelineLimit = 20_000

// TimelineSink draws up the timeline of a run.
type TimelineSink struct {
	timeline Timeline
	held     map[uint64]int // the acquisitions in progress, by work: index into Holds
}

// NewTimelineSink returns the sink for a run of the given length.
func NewTimelineSink(duration, bucket time.Duration) *TimelineSink {
	return &TimelineSink{
		timeline: Timeline{
			Duration: duration, Bucket: bucket,
			Buckets: make([]Bucket, (duration+bucket-1)/bucket),
		},
		held: make(map[uint64]int),
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
		if len(t.Holds) == timelineLimit {
			t.Dropped++
			return
		}
		s.held[e.Work] = len(t.Holds)
		t.Holds = append(t.Holds, Hold{From: e.At, To: -1, Key: e.Key})
	case LockReleased:
		s.endHold(e.Work, e.At, false)
	case LockExpired, LockDropped, LockForeignDelete:
		s.endHold(e.Other, e.At, true)
	}
}

func (s *TimelineSink) endHold(work uint64, at time.Duration, lost bool) {
	if i, ok := s.held[work]; ok {
		s.timeline.Holds[i].To, s.timeline.Holds[i].Lost = at, lost
		delete(s.held, work)
	}
}

// Timeline returns the timeline so far; holds in progress end with the run.
func (s *TimelineSink) Timeline() Timeline {
	t := s.timeline
	t.Holds = append([]Hold(nil), t.Holds...)
	for i := range t.Holds {
		if h := &t.Holds[i]; h.To < 0 {
			h.To = max(t.Duration, h.From)
		}
	}
	return t
}
