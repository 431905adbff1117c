package observe

import (
	"fmt"
	"time"

	"stampede/strategies"
)

// Facts tells an event to a person, without its time and whose doing it is. The
// name of a work is asked of the caller, who may have shorter ones than numbers.
func (e *Event) Facts(name func(work uint64) string) string {
	switch e.Kind {
	case ReadStart:
		return "begins to read"
	case ReadEnd:
		return fmt.Sprintf("has its answer after %v: %v%s", short(e.Took), e.Class, e.age())
	case JobStart:
		return "is started in the background by " + name(e.Other)
	case JobEnd:
		return "is done"
	case Look:
		if e.Live {
			return "finds the entry, with " + remaining(e.Took)
		}
		return fmt.Sprintf("finds nothing: %v", e.Cause)
	case Publish:
		return "writes the entry, with " + remaining(e.Took)
	case Invalidate:
		return "deletes the entry"
	case RecomputeStart:
		return "loads from the origin" + e.occasion()
	case RecomputeEnd:
		if e.Failed {
			return fmt.Sprintf("fails to load, after %v", short(e.Took))
		}
		return fmt.Sprintf("has loaded, after %v", short(e.Took))
	case OriginQueued:
		return fmt.Sprintf("waits for a connection to the origin, %d in the queue", e.Count)
	case OriginStart:
		return fmt.Sprintf("is served by the origin, one of %d", e.Count)
	case LockAcquired:
		if e.Took < 0 {
			return "takes the lock, with no TTL"
		}
		return fmt.Sprintf("takes the lock, for %v", short(e.Took))
	case LockContended:
		return "finds the lock taken"
	case LockReleased:
		return "releases its lock"
	case LockExpired:
		return "loses its lock: its TTL has run out"
	case LockLost:
		return "is too late to release its lock" + e.because()
	case LockForeignDelete:
		if e.Other == 0 {
			return "deletes a lock that it has not taken"
		}
		return "deletes the lock of " + name(e.Other)
	case Dropped:
		return "the entry is dropped" + e.because()
	case LockDropped:
		return "the lock of " + name(e.Other) + " is dropped" + e.because()
	case Acknowledged:
		return fmt.Sprintf("learns that %d replicas have its write", e.Count)
	case Refused:
		return "is refused by Redis"
	case Promotion:
		return fmt.Sprintf("node %d becomes the primary", e.Count)
	}
	return e.seldom(name)
}

// seldom tells what few runs have.
func (e *Event) seldom(name func(work uint64) string) string {
	switch e.Kind {
	case LockExtended:
		if e.Other == e.Work {
			return "renews its lock, for " + short(e.Took).String()
		}
		return "renews the lock of " + name(e.Other) + ", for " + short(e.Took).String()
	case ReadCrashed, JobCrashed, WriteCrashed:
		return "ends with the crash of its process"
	case RecomputeAbandoned:
		return "leaves its load, as its process crashes"
	case WriteStart:
		return "begins to write"
	case WriteEnd:
		return fmt.Sprintf("has written, after %v", short(e.Took))
	case Written:
		return fmt.Sprintf("gives the origin version %d", e.Generation)
	case LoadHeld:
		return "is kept from asking the origin"
	case OriginRefused:
		return "is refused by the origin"
	case OriginTimeout:
		return "waits no longer for the origin"
	case OriginRetry:
		return "asks the origin once more"
	case OriginWasted:
		return "no longer waits for the load that the origin ends"
	case FaultStart:
		return fmt.Sprintf("fault %d begins", e.Count+1)
	case FaultEnd:
		return fmt.Sprintf("fault %d ends", e.Count+1)
	case Healed:
		return "all faults are over"
	case Settled:
		return "all must be well again by now"
	}
	return e.Kind.String()
}

func (e *Event) age() string {
	if e.Age < 0 {
		return ""
	}
	return fmt.Sprintf(", %v old", short(e.Age))
}

func (e *Event) occasion() string {
	s := ", on a miss"
	if e.Live {
		s = ", early"
		if e.Took != strategies.NoTTL {
			s += fmt.Sprintf(", %v before the expiry", short(e.Took))
		}
	}
	if !e.First {
		s += ", again"
	}
	return s
}

func (e *Event) because() string {
	if e.Cause == 0 {
		return ""
	}
	return ": " + e.Cause.String()
}

// remaining tells how long an entry still lives.
func remaining(d time.Duration) string {
	if d < 0 {
		return "no TTL"
	}
	return short(d).String() + " to live"
}

// short rounds a length of time to what a person reads.
func short(d time.Duration) time.Duration {
	switch {
	case d >= time.Second:
		return d.Round(time.Millisecond)
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(100 * time.Nanosecond)
}

// String tells the event in a line: its step, its time, whose doing it is, and
// its facts.
func (e *Event) String() string {
	who := "·"
	if e.Work != 0 && e.Process >= 0 {
		who = fmt.Sprintf("process-%d #%d", e.Process+1, e.Work)
	}
	return fmt.Sprintf("%6d  %10.3fms  %-16s %s", e.Step, Milliseconds(e.At), who,
		e.Facts(func(work uint64) string { return fmt.Sprintf("#%d", work) }))
}
