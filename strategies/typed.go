package strategies

import (
	"context"
	"encoding/json"
	"fmt"
)

// Typed is a cache of values of one type: what a program uses.
//
//	users, err := strategies.NewTyped(env, preset, loadUser, strategies.JSON[User](), options)
//	…
//	user, err := users.Get(ctx, "user:42")
type Typed[T any] struct {
	strategy Strategy
	codec    Codec[T]
}

// Codec writes values as bytes and reads them back. It must be safe for concurrent
// use.
type Codec[T any] struct {
	Encode func(T) ([]byte, error)
	Decode func([]byte) (T, error)
}

// JSON is the codec of encoding/json.
func JSON[T any]() Codec[T] {
	return Codec[T]{
		Encode: func(v T) ([]byte, error) { return json.Marshal(v) },
		Decode: func(b []byte) (v T, err error) {
			err = json.Unmarshal(b, &v)
			return v, err
		},
	}
}

// NewTyped returns a cache for one application process: make one, and share it.
// load reads a value from the origin; it returns an error that wraps [ErrNotFound]
// if there is no such value.
func NewTyped[T any](env Env, p Preset, load func(ctx context.Context, key string) (T, error), c Codec[T], o Options) (*Typed[T], error) {
	s, err := p.New(env, func(ctx context.Context, key string) ([]byte, error) {
		v, err := load(ctx, key)
		if err != nil {
			return nil, err
		}
		return c.Encode(v)
	}, o)
	if err != nil {
		return nil, err
	}
	return &Typed[T]{s, c}, nil
}

// Get returns the value of key, from the cache or from the origin. Its errors are
// those of [Strategy.Get], and the codec's.
func (t *Typed[T]) Get(ctx context.Context, key string) (T, error) {
	v, err := t.strategy.Get(ctx, key)
	if err != nil {
		var none T
		return none, err
	}
	decoded, err := t.codec.Decode(v.Data)
	if err != nil {
		return decoded, fmt.Errorf("the value of %s: %w", key, err)
	}
	return decoded, nil
}

// Invalidate says that the value of key has changed at the origin. Call it after the
// write.
func (t *Typed[T]) Invalidate(ctx context.Context, key string) error {
	return t.strategy.Invalidate(ctx, key)
}
