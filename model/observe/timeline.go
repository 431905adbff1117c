package observe

import "time"

// Timeline is a run drawn against time: what a design review looks at.
// All instants count from the start of the run.
type Timeline struct {
	Duration time.Duration // the length of the run
	Bucket   time.Duration // the width of one bucket
	From     time.Duration // peaks count from here: what is before is the start of the run
	Buckets  []Bucket
	Expiries []Expiry    // in order of time; nil if they are more than a picture can tell apart
	Holds    []Hold      // lock holds, in order of their start; nil likewise
	Faults   []FaultSpan // in order of their start
	Dropped  int         // faults left out, as they were too many to draw
}

// Bucket is what happened within one interval. The first three counts exclude each
// other; their sum is the number of recomputes.
type Bucket struct {
	OnMiss    int // recomputes that started: the first of its episode, after a read that found nothing
	Early     int // the first of its episode, before the entry expired
	Duplicate int // any further one of an episode

	Expiries int
	Waiting  int // the most reads that waited for a load at one time
	Errors   int // reads that ended with an error
	Held     int // the most locks held at one time
	Lost     int // locks that were lost before their release
}

// Recomputes returns how many started.
func (b Bucket) Recomputes() int { return b.OnMiss + b.Early + b.Duplicate }

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
