// Package proptest checks strategies of your own against the invariants, in a Go
// test:
//
//	func TestMyStrategy(t *testing.T) {
//		proptest.Check(t, newMine, proptest.Options{Choices: strategies.Choices{Lock: true}})
//	}
//
// The choices say what the strategy claims to be, and so what it promises. Check
// draws 1,000 cases, with faults, and runs the strategy in them in virtual time. They
// are the same each time, so a test that has passed passes until the code changes; for
// a longer search set Options.Cases. Where the strategy breaks a promise, the test
// fails with a story: the smallest case that breaks it, step by step. The example of
// [Check] is such a failure.
//
// For other cases each time there is [Property].
package proptest
