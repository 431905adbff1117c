package props

import (
	"slices"

	"stampede/model/fault"
	"stampede/strategies"
)

// Some cells are not promised for a reason, and yet no search has found a case that
// breaks them: drawn clocks are not wrong enough to fool a Redlock, for example. To
// say that a scenario shows the breach would be untrue, and to promise it, too much.

// UnbrokenCases is how many cases were tried for each of these cells.
const UnbrokenCases = 6000

// gap is a cell of a strategy: under each of some kinds of faults, or without any.
type gap struct {
	strategy string
	under    []fault.Kind
}

// lossy faults lose messages. Who sends them must have a time-out, or waits for ever;
// and with one it may send a command twice.
var lossy = []fault.Kind{drop, partition}

var unbroken = map[string][]gap{
	"single-recompute":          {{"scheduled", nil}, {"redlock", wrongClock}},
	"one-at-a-time":             {{"redlock", []fault.Kind{shiftRedis, drift, driftRedis}}, {"lock-watchdog", wrongServerClock}},
	"bounded-fall-through":      {{"redlock", []fault.Kind{shiftRedis, drift, driftRedis}}},
	"one-per-process":           {{"refresh-ahead", nil}},
	"miss-recomputes":           {{"lock-watchdog", nil}, {"redlock", nil}, {"lock", lossy}, {"lock-notify", lossy}, {"lock-fenced", lossy}, {"two-tier", lossy}, {"negative", lossy}},
	"acyclic":                   {{"redlock", takeovers}, {"refresh-ahead", takeovers}, {"two-tier", takeovers}},
	"errors-remembered":         {{"origin-guard", nil}},
	"back-off":                  {{"fail-safe", []fault.Kind{disconnect, drift, driftRedis, failover, flush}}, {"negative", []fault.Kind{drift, driftRedis, failover}}},
	"values-in-order":           {{"lock-watchdog", nil}, {"redlock", nil}},
	"losses-told":               {{"scheduled", wrongServerClock}},
	"no-old-after-invalidation": {{"lease", []fault.Kind{failover}}},
}

// Unbroken tells whether no case is known in which a strategy that does not promise
// the invariant under a kind of fault breaks it; without a kind, in any case.
func (inv Invariant) Unbroken(p strategies.Preset, k fault.Kind) bool {
	return slices.ContainsFunc(unbroken[inv.Name], func(g gap) bool {
		return g.strategy == p.Name && (k == (fault.Kind{}) && g.under == nil || slices.Contains(g.under, k))
	})
}
