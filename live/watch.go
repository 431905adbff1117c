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
}

// failed asks the server whether it is still there, after a command has failed.
func (w *watch) failed(err error) {
	if answer := redis.Error(nil); errors.As(err, &answer) {
		return // it is there, and says no
	}
	if w.run.Err() != nil || !w.asking.CompareAndSwap(false, true) {
		return
	}
	defer w.asking.Store(false)
	if err := w.server.ping(w.run); err != nil && w.run.Err() == nil {
		w.end(&failure{ErrUnavailable, fmt.Sprintf("%s: %v; the server was lost during the run", w.server.shown, err)})
	}
}
