package observe

import "time"

// outdated counts the reads that were answered with a value older than one that
// the origin had when they began.
type outdated struct {
	keys    map[int32]*written
	reads   uint64
	longest time.Duration
}

// written is when the latest writes of a key were.
type written struct {
	count uint64 // of all writes
	times [writesKept]time.Duration
}

// writesKept bounds what is remembered of a key. A value that lacks more writes
// than that counts as outdated since the oldest of them.
const writesKept = 64

func (o *outdated) write(e *Event) {
	if o.keys == nil {
		o.keys = make(map[int32]*written)
	}
	k := o.keys[e.Key]
	if k == nil {
		k = new(written)
		o.keys[e.Key] = k
	}
	k.times[k.count%writesKept] = e.At
	k.count++
}

// read judges the answer to a read, whose value has seen as many writes as the
// event's generation says.
func (o *outdated) read(e *Event) {
	k := o.keys[e.Key]
	if k == nil || e.Class == Error || e.Generation >= k.count {
		return
	}
	missed := max(e.Generation, k.count-min(k.count, writesKept))
	since := k.times[missed%writesKept]
	if begin := e.At - e.Took; since < begin {
		o.reads++
		o.longest = max(o.longest, e.At-since)
	}
}
