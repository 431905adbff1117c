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
}

// Signal fires once and wakes all who wait for it.
type Signal interface {
	Fire()
	// Wait waits until the signal has fired, or until ctx is done, and then
	// returns its error.
	Wait(ctx context.Context) error
}

// Redis holds the operations a strategy needs, named for what they mean. Each is
// atomic on the server and takes one round trip. An error means that the
// operation may or may not have taken effect. TTLs have millisecond resolution,
// are rounded up to it and must be positive.
type Redis interface {
	// Get returns the value of key. (GET)
	Get(ctx context.Context, key string) (value []byte, found bool, err error)
	// GetWithTTL returns the value of key and how long it still lives, as the
	// server says it: a multiple of 1 ms, and -1 ns if it lives for ever.
	// (MULTI, GET, PTTL, EXEC)
	GetWithTTL(ctx context.Context, key string) (value []byte, ttl time.Duration, found bool, err error)
	// Set writes key. (SET PX)
	Set(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// SetIfAbsent writes key unless it exists, and reports whether it did.
	// (SET NX PX)
	SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error)
	// Delete deletes key and reports whether it existed. (DEL)
	Delete(ctx context.Context, key string) (bool, error)
	// CompareAndDelete deletes key if it holds token, and reports whether it
	// did. (script compare-and-delete)
	CompareAndDelete(ctx context.Context, key, token string) (bool, error)
	// PublishAndRelease writes key and deletes lock if lock holds token;
	// otherwise it does neither. It reports which. (script
	// publish-and-release; both keys must be in one hash slot)
	PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token string) (bool, error)
}
