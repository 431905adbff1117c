//go:build !unix

package live

// newMachineClock returns none: where processes cannot be frozen there is but one.
func newMachineClock() machineClock { return machineClock{} }
