package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

// A script whose keys are in several slots fails each time: no retry mends it.
var noCrossSlot = Invariant{
	Name:     "no-cross-slot",
	Sentence: "no command or script asks a cluster for keys of several slots",
	By:       func(strategies.Choices) bool { return true },
	hears:    kindsOf(observe.Refused),
	new: func(_ Run, _ *works, report report) observe.Sink {
		return sink(func(e *observe.Event) {
			if e.Kind == observe.Refused && e.Failed {
				report(e, fmt.Sprintf("%s is refused with CROSSSLOT: value and lock of %s are in different slots", who(e), key(e)))
			}
		})
	},
}
