// Package broken is a gallery of strategies that are wrong, as found in
// articles and in public bug reports. Each departs from the right code in one
// place, and names the invariant that must catch it.
package broken

import "stampede/strategies"

// All returns the wrong variants.
func All() []strategies.Preset {
	return []strategies.Preset{
		{
			Name:      "lock-no-recheck",
			Choices:   strategies.Choices{Lock: true},
			Guarantee: "BROKEN lock: does not look again once it holds the lock",
			Breaks:    "single-recompute",
			New:       newLockNoRecheck,
		},
		{
			Name:      "lock-plain-del",
			Choices:   strategies.Choices{Lock: true},
			Guarantee: "BROKEN lock: releases by a plain DEL, whoever holds the lock by now",
			Breaks:    "no-foreign-delete",
			New:       newLockPlainDel,
		},
	}
}
