package observe

import (
	"time"

	"stampede/strategies"
)

// promotionsKept is how many promotions have their instants in a result.
const promotionsKept = 10

// Summary counts a run. Its memory does not grow with the run's length.
type Summary struct {
	result     Result
	buckets    bucketPeak // recomputes
	seconds    bucketPeak // Redis commands
	recomputes int        // in progress
	overlaps   overlaps
	outdated   outdated
	lead       time.Duration
	latency    lengths
	age        lengths
	started    uint64 // reads
	evictions  uint64
	queueMax   uint64 // commands at one server
	failovers  uint64
	answer     Answer // of the read that ends next
	answered   uint64 // which that is
}

// NewSummary returns an empty summary. Peaks count from the instant from on;
// those of recomputes are over buckets of the given width.
func NewSummary(bucket, from time.Duration) *Summary {
	return &Summary{
		result: Result{
			ExpiryCauses: make(map[string]uint64),
			ErrorCauses:  make(map[string]uint64), ErrorSpans: make(map[string]Span),
		},
		buckets:  bucketPeak{width: bucket, from: from},
		seconds:  bucketPeak{width: time.Second, from: from},
		overlaps: newOverlaps(),
		latency:  newLengths(),
		age:      newLengths(),
	}
}

// Observe counts an event.
func (s *Summary) Observe(e *Event) {
	r := &s.result
	r.Events++
	if e.Command != NoCommand {
		r.Redis.Commands++
		s.seconds.add(e.At)
	}
	switch e.Kind {
	case ReadStart:
		s.started++
	case ReadEnd:
		s.read(e)
	case Look:
		if e.First {
			r.Expiries++
			r.ExpiryCauses[e.Cause.String()]++
		}
	case RecomputeStart:
		s.recompute(e)
	case RecomputeEnd:
		s.recomputes--
		s.overlaps.end(e)
		if e.Failed {
			r.FailedLoads++
		}
	case OriginQueued:
		r.Origin.QueueMax = max(r.Origin.QueueMax, int(e.Count))
	case RecomputeAbandoned:
		s.recomputes--
		s.overlaps.end(e)
		r.AbandonedLoads++
	case ReadCrashed:
		r.Reads++
		r.Crashed++
	case Written:
		s.outdated.write(e)
	case WriteEnd:
		r.Writes++
	case FaultStart:
		r.Faults++
	case OriginStart:
		r.Origin.Loads++
		r.Origin.MaxConcurrent = max(r.Origin.MaxConcurrent, int(e.Count))
	case OriginRetry:
		r.Origin.Retries++
	case OriginTimeout:
		r.Origin.Timeouts++
	case OriginWasted:
		r.Origin.Wasted++
	case OriginRefused:
		r.Origin.Refused++
	case LoadHeld:
		r.Origin.Held++
	case LockAcquired:
		r.Locks.Acquired++
	case LockContended:
		r.Locks.Contended++
	case LockLost:
		r.Locks.Lost++
	case LockForeignDelete:
		r.ForeignDeletes++
	case Dropped:
		s.dropped(e)
	case LockDropped:
		r.Locks.Dropped++
		s.dropped(e)
	case Refused:
		r.Redis.Refused++
	case Promotion:
		s.failovers++
		if s.failovers <= promotionsKept {
			r.Redis.PromotionsMS = append(r.Redis.PromotionsMS, Milliseconds(e.At))
		}
	}
}

func (s *Summary) dropped(e *Event) {
	if e.Cause == Evicted {
		s.evictions++
	}
}

// ObserveQueue keeps the length of the longest queue at a server.
func (s *Summary) ObserveQueue(_ time.Duration, _, length int) {
	s.queueMax = max(s.queueMax, uint64(length))
}

// ObserveWaiters keeps the highest number of reads that wait for a load.
func (s *Summary) ObserveWaiters(at time.Duration, waiting int) {
	if at >= s.buckets.from {
		s.result.Waiters = max(s.result.Waiters, waiting)
	}
}

func (s *Summary) read(e *Event) {
	r := &s.result
	r.Reads++
	switch e.Class {
	case Hit:
		r.Hits++
	case Miss:
		r.Misses++
	case Stale:
		r.Stale++
	case Error:
		r.Errors++
		s.failed(e)
	}
	s.latency.add(e.Took)
	s.outdated.read(e)
	switch {
	case e.Age >= 0:
		s.age.add(e.Age)
	case e.Class != Error:
		r.Empty++
	}
}

// failed counts an error by its cause. A read that no process was there for has no
// answer.
func (s *Summary) failed(e *Event) {
	r, cause := &s.result, noProcess
	if s.answered == e.Work {
		cause = errorCause(s.answer)
	}
	span := Span{FirstMS: Milliseconds(e.At), LastMS: Milliseconds(e.At)}
	if r.ErrorCauses[cause] > 0 {
		span.FirstMS = r.ErrorSpans[cause].FirstMS
	}
	r.ErrorCauses[cause]++
	r.ErrorSpans[cause] = span
}

// ObserveAnswer keeps the error of the read that ends next.
func (s *Summary) ObserveAnswer(w *Work, a Answer) {
	if a.Err != nil {
		s.answer, s.answered = a, w.ID
	}
}

// ObserveWriteFailure has nothing to count.
func (s *Summary) ObserveWriteFailure(time.Duration, *Work, error) {}

func (s *Summary) recompute(e *Event) {
	r := &s.result
	r.Recomputes++
	s.recomputes++
	s.overlaps.start(e)
	r.MaxConcurrentRecomputes = max(r.MaxConcurrentRecomputes, s.recomputes)
	s.buckets.add(e.At)
	if e.Live {
		r.EarlyRecomputes++
	}
	if !e.First {
		r.DuplicateRecomputes++
		return
	}
	r.Episodes++
	if e.Live && e.Took != strategies.NoTTL {
		s.lead += e.Took
		r.LeadMS.Count++
	}
}

// Result returns the figures so far.
func (s *Summary) Result() Result {
	r := s.result
	r.Unfinished = s.started - r.Reads
	r.PeakRecomputes = Peak{s.buckets.peak(), Milliseconds(s.buckets.width)}
	r.Redis.PeakPerS = uint64(s.seconds.peak())
	evictions, queueMax, failovers := s.evictions, s.queueMax, s.failovers
	r.Redis.Evictions, r.Redis.QueueMax, r.Redis.Failovers = &evictions, &queueMax, &failovers
	r.Outdated = Outdated{s.outdated.reads, Milliseconds(s.outdated.longest)}
	r.Overlap = Overlap{s.overlaps.most, Milliseconds(s.overlaps.total), Milliseconds(s.overlaps.longest)}
	if r.LeadMS.Count > 0 {
		r.LeadMS.Mean = Milliseconds(s.lead) / float64(r.LeadMS.Count)
	}
	l, a := &s.latency, &s.age
	r.LatencyMS = Quantiles{l.quantile(50), l.quantile(90), l.quantile(99), l.quantile(99.9), Milliseconds(l.max)}
	r.AgeMS = AgeQuantiles{a.quantile(50), a.quantile(99), Milliseconds(a.max)}
	return r
}

// Latency returns the latency, in milliseconds, that a share of the reads, from 0 to 1,
// does not exceed.
func (s *Summary) Latency(share float64) float64 { return s.latency.quantile(100 * share) }

// Milliseconds returns d in milliseconds.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// bucketPeak finds the highest count in any bucket of time from an instant on.
// It needs only the present bucket, as events come in order.
type bucketPeak struct {
	width, from    time.Duration
	bucket         time.Duration
	count, highest int
}

func (p *bucketPeak) add(at time.Duration) {
	if at < p.from {
		return
	}
	if b := at / p.width; b != p.bucket {
		p.highest = max(p.highest, p.count)
		p.bucket, p.count = b, 0
	}
	p.count++
}

func (p *bucketPeak) peak() int { return max(p.highest, p.count) }
