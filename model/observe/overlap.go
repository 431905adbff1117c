package observe

import "time"

// overlaps measures how long keys have more than one recompute at a time: what a
// lock is meant to prevent.
type overlaps struct {
	running map[int32]running // keys with a recompute in progress
	most    int
	total   time.Duration
	longest time.Duration
}

// running is the recomputes of one key in progress.
type running struct {
	count int
	since time.Duration // there are two or more
}

func newOverlaps() overlaps { return overlaps{running: make(map[int32]running)} }

func (o *overlaps) start(e *Event) {
	k := o.running[e.Key]
	k.count++
	if k.count == 2 {
		k.since = e.At
	}
	o.most = max(o.most, k.count)
	o.running[e.Key] = k
}

func (o *overlaps) end(e *Event) {
	k := o.running[e.Key]
	if k.count == 2 {
		span := e.At - k.since
		o.total += span
		o.longest = max(o.longest, span)
	}
	if k.count--; k.count <= 0 {
		delete(o.running, e.Key)
		return
	}
	o.running[e.Key] = k
}
