package strategies

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// singleflight: one per process refreshes.
//
// Idea: the first caller that needs a key starts a flight; those who come while
// it is in the air wait for it and share its result, value or error.
//
// Guarantee: at most one load of a key at a time in this process; P processes
// load at most P times for each expiry.
//
// How it breaks: with P processes there are up to P loads. All share the fate
// of one load: a slow one is slow for everyone. With a lock within, who boards
// late a flight that waits in vain for it waits once more, in one of its own: for up
// to twice the wait limit.
//
// Source: Go's golang.org/x/sync/singleflight. Unlike there, the flight belongs
// to no caller: one that is cancelled leaves it, and poisons no one.
type singleflight struct {
	*Cache
	within refresher // who refreshes, among the processes

	mu      sync.Mutex
	flights map[string]*flight
}

type flight struct {
	landed Signal
	entry  Entry
	err    error
}

// errNoReturn is what a flight ends with whose load panicked.
var errNoReturn = fmt.Errorf("%w: the load did not return", ErrOrigin)

func newSingleflight(c *Cache, within refresher) *singleflight {
	return &singleflight{Cache: c, within: within, flights: make(map[string]*flight)}
}

func (s *singleflight) fill(ctx context.Context, key string, old *Entry) (Entry, error) {
	for again := false; ; again = true {
		f, first := s.board(key)
		switch {
		case first:
			s.Env.Go(ctx, "flight", func(ctx context.Context) {
				defer s.land(key, f)
				f.entry, f.err = s.within.fill(ctx, key, old)
			})
		case old != nil && s.choices.takesOld():
			return *old, nil
		}
		if err := f.landed.Wait(ctx); err != nil {
			return Entry{}, err
		}
		// That a flight waited for too long is no verdict on those who boarded
		// it late.
		if first || again || !errors.Is(f.err, ErrBusy) {
			return f.entry, f.err
		}
	}
}

func (s *singleflight) renew(ctx context.Context, key string, old Entry) Entry {
	if f, first := s.board(key); first {
		s.Env.Go(ctx, "refresh", func(ctx context.Context) {
			defer s.land(key, f)
			f.entry, f.err = s.within.renewNow(ctx, key, old)
		})
	}
	return old
}

func (s *singleflight) renewNow(ctx context.Context, key string, old Entry) (Entry, error) {
	return s.within.renewNow(ctx, key, old)
}

// board returns the flight of key, and whether the caller has to fly it.
func (s *singleflight) board(key string) (f *flight, first bool) {
	mine := &flight{landed: s.Env.NewSignal("a flight for " + key), err: errNoReturn}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.flights[key]; f != nil {
		return f, false
	}
	s.flights[key] = mine
	return mine, true
}

func (s *singleflight) land(key string, f *flight) {
	s.mu.Lock()
	delete(s.flights, key)
	s.mu.Unlock()
	f.landed.Fire()
}
