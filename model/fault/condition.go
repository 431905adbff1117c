package fault

import (
	"errors"
	"slices"

	"stampede/model/observe"
)

// Condition is what starts a fault that has no time of its own.
type Condition uint8

// The conditions. The zero value is none.
const (
	Acquisition Condition = iota + 1 // a lock is taken
	Hold                             // the same; and the fault ends when that lock is released or lost
	Contention                       // a lock is refused
	Recompute                        // a recompute starts
	Recomputed                       // a recompute ends with a value
	Publish                          // an entry is written
	Expiry                           // a read meets a new absence
	Write                            // the origin has a new version
	Promotion                        // a replica of Redis becomes the primary
	FaultBegins                      // another fault begins
)

var conditionNames = []string{
	"none", "acquisition", "hold", "contention", "recompute", "recomputed", "publish", "expiry", "write",
	"promotion", "fault",
}

// String returns the condition as it is written.
func (c Condition) String() string { return conditionNames[c] }

// MarshalText writes the condition for a scenario file.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a condition.
func (c *Condition) UnmarshalText(text []byte) error {
	i := slices.Index(conditionNames, string(text))
	if i < 1 {
		return errors.New(quote(text) + " is not a condition; accepted is " + alternatives(conditionNames[1:]))
	}
	*c = Condition(i)
	return nil
}

// Begins tells whether an event is the start of the condition.
func (c Condition) Begins(e *observe.Event) bool {
	switch c {
	case Acquisition, Hold:
		return e.Kind == observe.LockAcquired
	case Contention:
		return e.Kind == observe.LockContended
	case Recompute:
		return e.Kind == observe.RecomputeStart
	case Recomputed:
		return e.Kind == observe.RecomputeEnd && !e.Failed
	case Publish:
		return e.Kind == observe.Publish
	case Expiry:
		return e.Kind == observe.Look && e.First
	case Write:
		return e.Kind == observe.Written
	case Promotion:
		return e.Kind == observe.Promotion
	case FaultBegins:
		return e.Kind == observe.FaultStart
	}
	return false
}

// Ends tells whether an event ends a condition that an event of the given work
// began; only Hold ends by itself.
func (c Condition) Ends(e *observe.Event, work uint64) bool {
	if c != Hold {
		return false
	}
	switch e.Kind {
	case observe.LockReleased, observe.LockExpired, observe.LockForeignDelete, observe.LockDropped:
		return e.Other == work
	}
	return false
}

// ConditionNames returns the conditions as they are written.
func ConditionNames() []string { return slices.Clone(conditionNames[1:]) }
