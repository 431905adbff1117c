package live

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
)

// watch ends the run when the server is gone. A single lost connection is the
// strategy's matter.
type watch struct {
	server *server
	run    context.Context
	end    context.CancelCauseFunc
	asking atomic.Bool
	// patient lets the server be gone for a while: the scenario has it so.
	patient bool
}

// fails ends the run, for a fault of the scenario could not be made.
func (w *watch) fails(err error) {
	if w.run.Err() == nil {
		w.end(&failure{ErrUnavailable, fmt.Sprintf("%s: a fault of the scenario could not be made: %v", w.server.shown, err)})
	}
}

// isAnswer tells whether an error is what a server said: then it is there, and says
// no.
func isAnswer(err error) bool {
	answer := redis.Error(nil)
	return errors.As(err, &answer)
}

// failed asks the server whether it is still there, after a command has failed.
func (w *watch) failed(err error) {
	if isAnswer(err) || w.patient || w.run.Err() != nil || !w.asking.CompareAndSwap(false, true) {
		return
	}
	defer w.asking.Store(false)
	if err := w.server.ping(w.run); err != nil && w.run.Err() == nil {
		w.end(&failure{ErrUnavailable, fmt.Sprintf("%s: %v; the server was lost during the run", w.server.shown, err)})
	}
}
