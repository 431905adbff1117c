package props

import "stampede/model/observe"

// kinds is a set of kinds of events.
type kinds uint64

func kindsOf(of ...observe.Kind) (s kinds) {
	for _, k := range of {
		s |= 1 << k
	}
	return s
}

func (s kinds) has(k observe.Kind) bool { return s>>k&1 != 0 }

var (
	everything = ^kinds(0)

	// overs are the ends of works.
	overs = kindsOf(observe.ReadEnd, observe.JobEnd, observe.WriteEnd, observe.ReadCrashed, observe.JobCrashed, observe.WriteCrashed)

	// unlocks are the ends of the lives of locks, whose holder the event's Other is.
	unlocks = kindsOf(observe.LockReleased, observe.LockExpired, observe.LockDropped, observe.LockForeignDelete)

	// loads are the beginnings and the ends of recomputes.
	loads = kindsOf(observe.RecomputeStart, observe.RecomputeEnd, observe.RecomputeAbandoned)
)
