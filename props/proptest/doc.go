// Package proptest checks strategies of your own against the invariants, in a Go
// test:
//
//	func TestMyStrategy(t *testing.T) {
//		proptest.Check(t, strategies.Preset{
//			Name: "mine", Choices: strategies.Choices{Lock: true}, New: newMine,
//		})
//	}
//
// The choices say what the strategy claims to be, and so what it promises. A
// failure is shrunk and told as a story.
package proptest
