package props

import (
	"slices"

	"stampede/model/fault"
	"stampede/strategies"
)

// Promise is a cell of the table of promises: what a strategy promises of an
// invariant under a kind of fault, given the settings that the invariant needs.
type Promise uint8

// The promises, from nothing to all.
const (
	Meaningless Promise = iota // it is about what the strategy does not have
	Unpromised
	Bounded // it holds with the excuse that the invariant states
	Holds
)

var promiseNames = [...]string{Meaningless: "", Unpromised: "not promised", Bounded: "bounded", Holds: "holds"}

// String returns the promise in words.
func (p Promise) String() string { return promiseNames[p] }

// Of returns what a strategy of these choices promises of the invariant without
// faults.
func (inv Invariant) Of(c strategies.Choices) Promise {
	switch {
	case inv.About != nil && !inv.About(c):
		return Meaningless
	case inv.By == nil || !inv.By(c):
		return Unpromised
	}
	return Holds
}

// Under returns what it promises under a kind of fault.
func (inv Invariant) Under(c strategies.Choices, k fault.Kind) Promise {
	switch p := inv.Of(c); {
	case p != Holds:
		return p
	case slices.Contains(inv.Not, k), c.Redlock && slices.Contains(inv.NotByQuorum, k):
		return Unpromised
	case slices.Contains(inv.Excused, k):
		return Bounded
	}
	return Holds
}

// Promised tells whether the invariant is promised in a run.
func (inv Invariant) Promised(r Run) bool {
	broken := func(k fault.Kind) bool { return inv.Under(r.Choices, k) < Bounded }
	return inv.Of(r.Choices) == Holds && !slices.ContainsFunc(r.Threats, broken) &&
		(inv.Given == nil || inv.Given(r)) && !(r.Live && inv.Ordered)
}

// Unconditional returns the invariant as if every strategy promised it under all
// faults, to find out what breaks it. What it needs of the settings it still needs,
// unless it is a fault that makes them such.
func (inv Invariant) Unconditional() Invariant {
	inv.About, inv.Not, inv.NotByQuorum = nil, nil, nil
	if given := inv.Given; given != nil {
		inv.Given = func(r Run) bool {
			r.Timeout = 0
			return given(r)
		}
	}
	inv.By = func(strategies.Choices) bool { return true }
	return inv
}
