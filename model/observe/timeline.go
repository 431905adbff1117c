package observe

import "time"

// Timeline is a run drawn against time: what a design review looks at.
// All instants count from the start of the run.
type Timeline struct {
	Duration time.Duration // the length of the run
	Bucket   time.Duration // the width of one bucket
	From     time.Duration // peaks count from here: what is before is the start of the run
	Buckets  []Bucket      // recomputes by the instant they started
	Expiries []Expiry      // in order of time
	Holds    []Hold        // lock holds, in order of their start
	Faults   []FaultSpan   // in order of their start
	Dropped  int           // marks, holds and faults left out because the run had too many to draw
}

// Bucket counts the recomputes that started within one interval. The three
// counts exclude each other; their sum is the number of recomputes.
type Bucket struct {
	OnMiss    int // the first recompute of its episode, after a read that found nothing
	Early     int // the first recompute of its episode, before the entry expired
	Duplicate int // any further recompute of an episode
}

// Expiry is an absence of a key as the first read met it.
type Expiry struct {
	At  time.Duration
	Key int32
}

// Hold is the life of one lock acquisition.
type Hold struct {
	From, To time.Duration
	Key      int32
	Lost     bool // it ended by its TTL or by another's hand, not by its own release
}

// FaultSpan is a fault that befell a target.
type FaultSpan struct {
	From, To time.Duration
	Fault    int   // which of the scenario's, from 0
	Number   int   // which occurrence of it, from 1
	Process  int32 // whom it befell; NoOne if it was no process
}
