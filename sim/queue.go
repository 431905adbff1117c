package sim

import (
	"math/bits"
	"time"
)

// Class orders what happens at one instant: an expiry is seen by a message that
// arrives at that instant, an arrival by a client that wakes at it.
type Class uint8

// The classes, in the order in which they run at one instant.
const (
	Expiry Class = iota
	Arrival
	Client
	Fault
	classes
)

// event is small and free of pointers, so that a million pending ones cost the
// garbage collector nothing. What it stands for is in the slot it names.
type event struct {
	at   time.Duration
	slot uint32
	tag  tag
}

// tag is an event's class, and the generation of its slot when it was
// scheduled: another generation there means that the event was cancelled.
type tag uint32

const classBits = 2

func newTag(gen uint32, class Class) tag { return tag(gen<<classBits | uint32(class)) }
func (t tag) class() Class               { return Class(t & (1<<classBits - 1)) }
func (t tag) gen() uint32                { return uint32(t >> classBits) }

// queue is a radix heap: a monotone priority queue that is stable, so that
// events at one instant and of one class leave in the order they came.
//
// Times are numbers of sixteen hexadecimal digits. An event waits in the bucket
// named by the first digit in which its time differs from the current instant:
// the digit's place, from the lowest, and its value. So all events of a bucket
// come before those of the next. The events of the current instant wait in one
// FIFO per class.
type queue struct {
	now     time.Duration // the instant of the last event taken
	buckets [16 * 16]bucket
	full    [4]uint64 // bit i is set if buckets[i] holds events
	due     [classes]fifo
	ready   uint8 // bit c is set if due[c] holds events

	// salt, if not 0, permutes the events of one instant and class.
	salt, draws uint64
}

type bucket struct {
	events []event
	first  time.Duration // the earliest of them
}

type fifo struct {
	events []event
	head   int
}

// push adds an event; its time must not be before q.now.
func (q *queue) push(e event) {
	differ := uint64(e.at ^ q.now)
	if differ == 0 {
		c := e.tag.class()
		q.due[c].events = append(q.due[c].events, e)
		q.ready |= 1 << c
		return
	}
	place := (bits.Len64(differ) - 1) / 4 & 15
	i := uint8(place<<4 | int(e.at>>(4*place))&15)
	b := &q.buckets[i]
	if len(b.events) == 0 || e.at < b.first {
		b.first = e.at
	}
	b.events = append(b.events, e)
	q.full[i/64] |= 1 << (i % 64)
}

// pop takes the next event due at or before the horizon, if there is one.
func (q *queue) pop(horizon time.Duration) (event, bool) {
	if q.ready == 0 {
		w := 0
		for q.full[w] == 0 {
			if w++; w == len(q.full) {
				return event{}, false
			}
		}
		bit := bits.TrailingZeros64(q.full[w])
		b := &q.buckets[w*64+bit]
		if b.first > horizon {
			return event{}, false
		}
		// The earliest events become the current instant.
		q.now = b.first
		q.full[w] &^= 1 << bit
		events := b.events
		b.events = events[:0]
		if len(events) == 1 {
			return events[0], true
		}
		// The others of this bucket share more leading digits with it than before:
		// they move to lower places, which are all empty, in their old order.
		for _, e := range events {
			q.push(e)
		}
	}
	if q.now > horizon {
		return event{}, false
	}
	return q.take(Class(bits.TrailingZeros8(q.ready))), true
}

func (q *queue) take(c Class) event {
	f := &q.due[c]
	if n := len(f.events) - f.head; q.salt != 0 && n > 1 {
		q.draws++
		i := f.head + int(mix(q.salt^q.draws)%uint64(n))
		f.events[f.head], f.events[i] = f.events[i], f.events[f.head]
	}
	e := f.events[f.head]
	f.head++
	if f.head == len(f.events) {
		f.events, f.head = f.events[:0], 0
		q.ready &^= 1 << c
	}
	return e
}

// mix spreads the bits of x over the whole word (the finaliser of SplitMix64:
// Steele, Lea and Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
