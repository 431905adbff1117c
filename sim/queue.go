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
// Bucket i > 0 holds the events whose time first differs from the current
// instant in bit i-1. The events of the current instant wait in one FIFO per
// class.
type queue struct {
	now     time.Duration // the instant of the last event taken
	buckets [64]bucket
	full    uint64 // bit i is set if buckets[i] holds events
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
	i := bits.Len64(uint64(e.at ^ q.now))
	if i == 0 {
		c := e.tag.class()
		q.due[c].events = append(q.due[c].events, e)
		q.ready |= 1 << c
		return
	}
	b := &q.buckets[i&63]
	if len(b.events) == 0 || e.at < b.first {
		b.first = e.at
	}
	b.events = append(b.events, e)
	q.full |= 1 << (i & 63)
}

// pop takes the next event due at or before the horizon, if there is one.
func (q *queue) pop(horizon time.Duration) (event, bool) {
	if q.ready == 0 {
		if q.full == 0 {
			return event{}, false
		}
		i := bits.TrailingZeros64(q.full)
		b := &q.buckets[i]
		if b.first > horizon {
			return event{}, false
		}
		// The earliest events become the current instant.
		q.now = b.first
		q.full &^= 1 << i
		events := b.events
		b.events = events[:0]
		if len(events) == 1 {
			return events[0], true
		}
		// The others of this bucket share more leading bits with it than before:
		// they move to lower buckets, which are all empty, in their old order.
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
