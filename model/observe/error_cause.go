package observe

import (
	"context"
	"errors"

	"stampede/strategies"
)

// errorCauses are the declared errors of a read by their names in a result. Where one
// wraps another, the first of this order counts: what befell the read before what that
// came from.
var errorCauses = []struct {
	name string
	is   error
}{
	{"not found", strategies.ErrNotFound},
	{"lock lost", strategies.ErrLockLost},
	{"busy", strategies.ErrBusy},
	{"overload", strategies.ErrOverload},
	{"Redis unavailable", strategies.ErrCacheUnavailable},
	{"origin failed", strategies.ErrOrigin},
	{"canceled", context.Canceled},
	{"deadline exceeded", context.DeadlineExceeded},
}

// The causes of errors that are not declared.
const (
	noProcess  = "no process" // was there to answer the read
	undeclared = "undeclared"
)

// ErrorCauses returns the names of all causes of errors.
func ErrorCauses() []string {
	var names []string
	for _, c := range errorCauses {
		names = append(names, c.name)
	}
	return append(names, noProcess, undeclared)
}

// errorCause names why a read failed. Of one whose reader had left, that is why.
func errorCause(a Answer) string {
	if a.GaveUp {
		for _, left := range errorCauses[len(errorCauses)-2:] {
			if errors.Is(a.Err, left.is) {
				return left.name
			}
		}
	}
	for _, c := range errorCauses {
		if errors.Is(a.Err, c.is) {
			return c.name
		}
	}
	return undeclared
}
