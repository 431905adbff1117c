package strategies

import (
	"context"
	"errors"
)

// Strategy reads through a cache.
type Strategy interface {
	// Get returns the value of key, from the cache or from the origin.
	Get(ctx context.Context, key string) (Value, error)
}

// Loader reads a key's value from the origin: the database, or whatever it is
// that the cache protects.
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
)

// Errors of Get. It also returns the other errors of Redis, and those of ctx, as
// they are.
var (
	// ErrOrigin wraps the error of a load.
	ErrOrigin = errors.New("the origin failed")
	// ErrBusy says that another is loading the value, and took longer than
	// the read may wait.
	ErrBusy = errors.New("gave up waiting for another's load")
	// ErrNotFound is a loader's answer for a key that the origin does not have.
	ErrNotFound = errors.New("the origin has no such key")
	// ErrOverload says that the load was not even tried, to spare the origin.
	ErrOverload = errors.New("too many loads")
	// ErrCacheUnavailable wraps the error of a Redis that could not be reached
	// or did not answer in time. What was asked of it may have taken effect.
	ErrCacheUnavailable = errors.New("Redis is unavailable")
)
