package strategies

import (
	"context"
	"time"
)

// Env is what a strategy sees of the world: its application process, and Redis.
// A strategy calls nothing of it while it holds a mutex.
type Env interface {
	// Now is the time by the process's own clock, which may be wrong.
	Now() time.Time
	// Sleep waits for d, or until ctx is done, and then returns its error.
	Sleep(ctx context.Context, d time.Duration) error
	// WithTimeout returns a context that is done after d, or when it is
	// cancelled, or with ctx; it must be cancelled in the end.
	WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
	// Go runs fn in the background, with a context that has the values of ctx
	// but neither its deadline nor its cancellation: background work has a
	// lifetime of its own. name says what it does.
	Go(ctx context.Context, name string, fn func(context.Context))
	// NewSignal returns a signal that has not fired. what says what it stands
	// for, to a person who wonders why someone waits for it.
	NewSignal(what string) Signal
	// Uint64 returns 64 random bits.
	Uint64() uint64
	// Redis is the server that holds the entries and the locks.
	Redis() Redis
	// LockServers are the independent servers that a Redlock is taken on; none
	// if there are none.
	LockServers() []Redis
	// Observe is told what the strategy does.
	Observe(ctx context.Context, o Observation)
}

// Signal fires once and wakes all who wait for it.
type Signal interface {
	Fire()
	// Wait waits until the signal has fired, or until ctx is done, and then
	// returns its error.
	Wait(ctx context.Context) error
}

// Subscription hears of the messages on a channel.
type Subscription interface {
	// Wait returns once a message has come since the subscription began, or
	// since the last Wait; also when the subscription was interrupted, as
	// messages may then have been missed. If ctx is done first it returns the
	// context's error.
	Wait(ctx context.Context) error
	// Close ends the subscription.
	Close()
}
