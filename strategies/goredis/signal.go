package goredis

import (
	"context"
	"sync"
)

// signal fires once, and wakes all who wait for it.
type signal struct {
	once  sync.Once
	fired chan struct{}
}

func (s *signal) Fire() { s.once.Do(func() { close(s.fired) }) }

func (s *signal) Wait(ctx context.Context) error {
	select {
	case <-s.fired:
		return nil // also if ctx is done as well
	default:
	}
	select {
	case <-s.fired:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
