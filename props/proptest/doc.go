// Package proptest checks strategies of your own against the invariants, in a Go
// test:
//
//	func TestMyStrategy(t *testing.T) {
//		proptest.Check(t, newMine, proptest.Options{Choices: strategies.Choices{Lock: true}})
//	}
//
// The choices say what the strategy claims to be, and so what it promises. Check
// draws cases, with faults, and runs the strategy in them in virtual time. Where it
// breaks a promise, the test fails with a story: the smallest case that breaks it,
// step by step. The example of [Check] is such a failure.
package proptest
