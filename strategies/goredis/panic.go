package goredis

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// Panic is a panic of background work: of a loader, most likely.
type Panic struct {
	Work  string // what it was, as in flight, refresh or watchdog
	Value any    // that it panicked with
	Stack []byte // of the panic
}

// Error tells all but the stack.
func (p *Panic) Error() string { return fmt.Sprintf("%s panicked: %v", p.Work, p.Value) }

// WithPanicHandler has f told of the panics of background work, and of no others: a
// load in the caller's own goroutine panics through Get, for the caller to handle,
// and with singleflight or a background refresh there is no caller to do so. Such a
// panic ends the work, not the program: as it unwinds, the locks are released and who
// waits for a flight gets an error that wraps [strategies.ErrOrigin]; then f is told.
// Without this option it is logged with its stack, by [slog.Error]. A program that
// would rather end panics in f.
func WithPanicHandler(f func(context.Context, *Panic)) Option {
	return func(e *Env) { e.panicked = f }
}

func logPanic(ctx context.Context, p *Panic) {
	slog.ErrorContext(ctx, "goredis: "+p.Error(), "stack", string(p.Stack))
}

// stopPanic is deferred by background work.
func (e *Env) stopPanic(ctx context.Context, work string) {
	if v := recover(); v != nil {
		e.panicked(ctx, &Panic{Work: work, Value: v, Stack: debug.Stack()})
	}
}
