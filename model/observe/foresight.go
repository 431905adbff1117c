package observe

import "time"

// Foresight computes the fewest recomputes with which no read of a run waits and none
// is served an old value: who knows every read beforehand loads each value just in time
// for the first read that is not served by the one before, once, from an origin that has
// room for all. It is no bound for who lets reads wait, as an entry then begins to live
// only after the load, nor for who serves old values: those can do with fewer.
type Foresight struct {
	ttl, load time.Duration
	filled    time.Duration           // how long what the cache held at first is fresh; -1 if it was empty
	until     map[int32]time.Duration // by key: how long its latest value is fresh
	starts    bucketPeak
	recent    []time.Duration // loads that were not over at the latest start
	result    ForesightResult
}

// ForesightResult is foresight in figures.
type ForesightResult struct {
	Reads, Recomputes uint64
	Peak              int // recomputes in the worst bucket
	MaxConcurrent     int
}

// NewForesight returns the foresight of entries that live for a TTL, and whose loads take
// a time; at first the cache is empty, or filled with such entries. The peak counts from
// the instant from on, over buckets of the given width.
func NewForesight(ttl, load time.Duration, filled bool, bucket, from time.Duration) *Foresight {
	f := &Foresight{
		ttl: ttl, load: load, filled: -1, until: make(map[int32]time.Duration),
		starts: bucketPeak{width: bucket, from: from},
	}
	if filled {
		f.filled = ttl
	}
	return f
}

// Observe counts a read.
func (f *Foresight) Observe(e *Event) {
	if e.Kind != ReadStart {
		return
	}
	f.result.Reads++
	fresh, recomputed := f.until[e.Key]
	if !recomputed {
		fresh = f.filled
	}
	if e.At <= fresh {
		return
	}
	f.until[e.Key] = e.At + f.ttl
	f.result.Recomputes++
	f.starts.add(e.At) // all are early by the same time, so the peaks are the same
	for len(f.recent) > 0 && f.recent[0]+f.load <= e.At {
		f.recent = f.recent[1:]
	}
	f.recent = append(f.recent, e.At)
	f.result.MaxConcurrent = max(f.result.MaxConcurrent, len(f.recent))
}

// Result returns the figures so far.
func (f *Foresight) Result() ForesightResult {
	r := f.result
	r.Peak = f.starts.peak()
	return r
}
