package sim

import (
	"context"
	"time"
)

func contexts(parent context.Context) {
	_, _ = context.WithCancel(parent)                          // want: context-timer
	_, _ = context.WithCancelCause(parent)                     // want: context-timer
	_, _ = context.WithTimeout(parent, time.Second)            // want: context-timer
	_, _ = context.WithTimeoutCause(parent, 1, nil)            // want: context-timer
	_, _ = context.WithDeadline(parent, time.Time{})           // want: context-timer
	_, _ = context.WithDeadlineCause(parent, time.Time{}, nil) // want: context-timer
	_ = context.AfterFunc(parent, func() {})                   // want: context-timer
	_ = context.WithValue(context.Background(), 1, parent.Err())
	_ = context.WithoutCancel(parent)
}
