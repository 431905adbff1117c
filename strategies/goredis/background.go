package goredis

import (
	"context"
	"fmt"
)

// Go runs fn in the background; if it panics, see [WithPanicHandler]. Once the
// environment is closed it starts nothing: fn then runs at once, in the caller, with a
// context that is done, so that who waits for fn's result gets that context's error.
func (e *Env) Go(ctx context.Context, name string, fn func(context.Context)) {
	ctx = background{e.life, ctx}
	if !e.begin() {
		over, cancel := context.WithCancel(ctx)
		cancel()
		fn(over)
		return
	}
	go func() {
		defer e.finish()
		defer e.stopPanic(ctx, name)
		fn(ctx)
	}()
}

func (e *Env) begin() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return false
	}
	e.working++
	return true
}

func (e *Env) finish() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.working--
	e.settle()
}

func (e *Env) settle() {
	if e.closed && e.working == 0 {
		e.end()
		close(e.idle)
	}
}

// Close lets no new background work start and waits for what is in progress; what
// sleeps until it is due is not, and wakes with an error. If ctx is done first it cancels that work's contexts and returns an error that
// wraps the one of ctx; to wait on, call it again.
func (e *Env) Close(ctx context.Context) error {
	e.mu.Lock()
	if !e.closed {
		e.closed = true
		close(e.closing)
		e.settle()
	}
	e.mu.Unlock()
	select {
	case <-e.idle:
		return nil
	case <-ctx.Done():
	}
	e.end()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.working == 0 {
		return nil
	}
	return fmt.Errorf("goredis: background work in progress at the close: %d: %w", e.working, ctx.Err())
}

// background is the context of background work: it has the values of the context
// that it was started with, and the lifetime of the environment.
type background struct {
	context.Context
	values context.Context
}

func (b background) Value(key any) any {
	if key == (backgroundKey{}) {
		return true
	}
	return b.values.Value(key)
}

type backgroundKey struct{}

// inBackground tells whether ctx is that of background work, or derived from it.
func inBackground(ctx context.Context) bool { return ctx.Value(backgroundKey{}) != nil }
