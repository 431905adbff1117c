package props

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stampede/model/observe"
	"stampede/strategies"
)

// What Redis says to a client is no matter of the strategy's callers, least of all
// that it does not know a script, which a client mends by sending it.
var declaredErrors = Invariant{
	Name:     "declared-errors",
	Sentence: "a read that fails does so with a declared error, and never as a script was unknown or its keys in several slots",
	By:       func(strategies.Choices) bool { return true },
	hears:    kindsOf(observe.ReadEnd),
	new:      func(_ Run, works *works, report report) observe.Sink { return &undeclared{works, report} },
}

var declared = []error{
	strategies.ErrOrigin, strategies.ErrNotFound, strategies.ErrOverload, strategies.ErrBusy, strategies.ErrLockLost,
	strategies.ErrCacheUnavailable, context.Canceled, context.DeadlineExceeded,
}

type undeclared struct {
	works  *works
	report report
}

func (m *undeclared) Observe(e *observe.Event) {
	if e.Kind != observe.ReadEnd || e.Class != observe.Error {
		return
	}
	a, ok := m.works.answerOf(e)
	if !ok {
		return
	}
	switch said := a.Err.Error(); {
	case strings.Contains(said, "NOSCRIPT"), strings.Contains(said, "CROSSSLOT"):
		m.report(e, fmt.Sprintf("%s fails to read %s with what its client should have known: %v", who(e), key(e), a.Err))
	case !slices.ContainsFunc(declared, func(err error) bool { return errors.Is(a.Err, err) }):
		m.report(e, fmt.Sprintf("%s fails to read %s with an error that is not declared: %v", who(e), key(e), a.Err))
	}
}
