package strategies

import (
	"context"
	"errors"
)

// Strategy reads through a cache.
type Strategy interface {
	// Get returns the value of key, from the cache or from the origin.
	Get(ctx context.Context, key string) (Value, error)
	// Invalidate says that the value of key has changed at the origin: what the
	// cache holds is old. Call it after the write.
	Invalidate(ctx context.Context, key string) error
}

// Loader reads a key's value from the origin: the database, or whatever it is
// that the cache protects. It returns an error that wraps [ErrNotFound] if there
// is no such value. It may be called by several at once, and with the context
// of background work.
type Loader func(ctx context.Context, key string) ([]byte, error)

// Value is the answer to a read.
type Value struct {
	Data    []byte
	Outcome Outcome
}

// Outcome says how a read got its value.
type Outcome uint8

const (
	// Hit means that the first look into the cache found an acceptable value.
	Hit Outcome = iota
	// Miss means that it did not: the read loaded the value or waited for it.
	Miss
	// Stale means that the value is known to be old.
	Stale
)

// Errors of Get. It also returns the other errors of Redis, and those of ctx, as
// they are.
var (
	// ErrOrigin wraps the error of a load.
	ErrOrigin = errors.New("the origin failed")
	// ErrNotFound is the loader's word for a value that does not exist.
	ErrNotFound = errors.New("there is no such value")
	// ErrOverload says that the origin is not asked, to protect it.
	ErrOverload = errors.New("the origin has enough to do")
	// ErrBusy says that another is loading the value, and took longer than
	// the read may wait.
	ErrBusy = errors.New("gave up waiting for another's load")
	// ErrLockLost says that a lock was lost during the load that it was for.
	ErrLockLost = errors.New("lost the lock")
	// ErrCacheUnavailable wraps the error of a Redis that could not be reached
	// or did not answer in time. What was asked of it may have taken effect.
	ErrCacheUnavailable = errors.New("Redis is unavailable")
)
