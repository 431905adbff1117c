package strategies

import (
	"context"
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
// of one load: a slow one is slow for everyone.
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

func newSingleflight(c *Cache, within refresher) *singleflight {
	return &singleflight{Cache: c, within: within, flights: make(map[string]*flight)}
}

func (s *singleflight) fill(ctx context.Context, key string) (Entry, error) {
	f, first := s.board(key)
	if first {
		s.Env.Go(ctx, "flight", func(ctx context.Context) {
			defer s.land(key, f)
			f.entry, f.err = s.within.fill(ctx, key)
		})
	}
	if err := f.landed.Wait(ctx); err != nil {
		return Entry{}, err
	}
	return f.entry, f.err
}

func (s *singleflight) refreshEarly(ctx context.Context, key string, old Entry) (Entry, error) {
	if f, first := s.board(key); first {
		s.Env.Go(ctx, "early refresh", func(ctx context.Context) {
			defer s.land(key, f)
			f.entry, f.err = s.within.refreshEarly(ctx, key, old)
		})
	}
	return old, nil
}

// board returns the flight of key, and whether the caller has to fly it.
func (s *singleflight) board(key string) (f *flight, first bool) {
	mine := &flight{landed: s.Env.NewSignal("a flight for " + key)}
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
