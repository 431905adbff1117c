package strategies

import "time"

// Observation is something that a strategy did, for metrics and for monitors.
// Which of the fields mean something depends on what it was.
type Observation struct {
	What What
	Key  string
	Took time.Duration
	Err  error

	Outcome  Outcome // Served, if Err is nil
	Acquired bool    // LockAsked
	Decision Decision
}

// What says what a strategy did.
type What uint8

// What there is to observe.
const (
	Served      What = iota + 1 // it answered a read: Outcome or Err, Took
	LockAsked                   // it asked for a lock, or a lease: Acquired
	LockWaited                  // a read's wait for another's load, in its process or elsewhere, is over: Took
	Loaded                      // it loaded from the origin: Took, Err
	Decided                     // it judged whether to refresh early: Decision
	WriteFailed                 // it could not write what it had loaded: Err
)

// Decision is one judgement of XFetch, with all that it depends on.
type Decision struct {
	Remaining time.Duration // how long the entry is still fresh
	Delta     time.Duration
	Beta, U   float64
	Refresh   bool
}
