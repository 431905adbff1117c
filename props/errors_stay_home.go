package props

import (
	"context"
	"errors"
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

var errorsStayHome = Invariant{
	Name: "errors-stay-home",
	Sentence: "the end of one reader's patience is nobody else's error, and a failed load is none for a read that has a value " +
		"which is still good",
	By:    func(strategies.Choices) bool { return true },
	hears: kindsOf(observe.ReadEnd),
	new: func(r Run, works *works, report report) observe.Sink {
		return &strayErrors{works: works, fallback: r.Choices.Fallback, report: report}
	},
}

type strayErrors struct {
	works    *works
	fallback bool // who does not hear from Redis what it has found loads
	report   report
}

func (m *strayErrors) Observe(e *observe.Event) {
	if e.Kind != observe.ReadEnd || e.Class != observe.Error {
		return
	}
	a, ok := m.works.answerOf(e)
	switch {
	case !ok:
	case !a.GaveUp && errors.Is(a.Err, context.Canceled):
		m.report(e, fmt.Sprintf("%s fails to read %s because another reader has left: %v", who(e), key(e), a.Err))
	case a.live && !m.fallback && errors.Is(a.Err, strategies.ErrOrigin):
		m.report(e, fmt.Sprintf("%s has found %s, still good, and fails with the refresh: %v", who(e), key(e), a.Err))
	}
}
