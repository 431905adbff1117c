package observe

import "time"

// Bound computes what a refresher that knew the future would need for the reads of
// a run: it loads each value just in time for the first read that is not served by
// the one before, once.
type Bound struct {
	ttl, load time.Duration
	until     map[int32]time.Duration // by key: how long its latest value is fresh
	starts    bucketPeak
	recent    []time.Duration // loads that were not over at the latest start
	result    BoundResult
}

// BoundResult is the bound in figures.
type BoundResult struct {
	Reads, Recomputes uint64
	Peak              int // recomputes in the worst bucket
	MaxConcurrent     int
}

// NewBound returns the bound for entries of a TTL whose loads take a time. The peak
// counts from the instant from on, over buckets of the given width.
func NewBound(ttl, load, bucket, from time.Duration) *Bound {
	return &Bound{
		ttl: ttl, load: load, until: make(map[int32]time.Duration),
		starts: bucketPeak{width: bucket, from: from},
	}
}

// Observe counts a read.
func (b *Bound) Observe(e *Event) {
	if e.Kind != ReadStart {
		return
	}
	b.result.Reads++
	if fresh, ok := b.until[e.Key]; ok && e.At <= fresh {
		return
	}
	b.until[e.Key] = e.At + b.ttl
	b.result.Recomputes++
	b.starts.add(e.At) // all are early by the same time, so the peaks are the same
	for len(b.recent) > 0 && b.recent[0]+b.load <= e.At {
		b.recent = b.recent[1:]
	}
	b.recent = append(b.recent, e.At)
	b.result.MaxConcurrent = max(b.result.MaxConcurrent, len(b.recent))
}

// Result returns the bound so far.
func (b *Bound) Result() BoundResult {
	r := b.result
	r.Peak = b.starts.peak()
	return r
}
