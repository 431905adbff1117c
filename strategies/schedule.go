package strategies

import (
	"context"
	"sync"
	"time"
)

// schedule: a refresher rewrites the entries, and they do not expire.
//
// Idea: an entry has no TTL. While a process reads a key it rewrites it in the
// background, once in an interval; a lease of one interval sees to it that one
// of the processes does.
//
// Guarantee: no read waits but the first. A value is at most two intervals and a
// load old, as long as loads succeed.
//
// How it breaks: if loads fail, the old value is served for as long as they do.
// Keys are never removed but by eviction.
//
// Source: "persistent keys with asynchronous refresh", in articles on cache
// breakdown.
type schedule struct {
	*Cache
	refresh refresher

	mu   sync.Mutex
	read map[string]bool // by key that is kept: whether it was read since its last refresh
}

func newSchedule(c *Cache, r refresher) *schedule {
	return &schedule{Cache: c, refresh: r, read: make(map[string]bool)}
}

// keep sees to it that an entry which was just read is refreshed. If the read did
// not load it, nobody knows how old it is.
func (s *schedule) keep(ctx context.Context, key string, loaded bool) {
	s.mu.Lock()
	_, kept := s.read[key]
	s.read[key] = true
	s.mu.Unlock()
	switch {
	case kept:
	case loaded:
		s.next(ctx, key, s.Options.interval())
	default:
		s.next(ctx, key, 0)
	}
}

// next refreshes the entry after the pause, and then again and again, until nobody
// reads it.
func (s *schedule) next(ctx context.Context, key string, pause time.Duration) {
	s.Env.Go(ctx, "scheduled refresh", func(ctx context.Context) {
		if s.Env.Sleep(ctx, pause) != nil || !s.wanted(key) {
			return
		}
		// An error leaves the old value in place until the next time.
		_, _ = s.refresh.renewNow(ctx, key, Entry{Remaining: NoTTL})
		s.next(ctx, key, s.Options.interval())
	})
}

// wanted tells whether the key was read since this was last asked; if not, it is
// kept no longer.
func (s *schedule) wanted(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.read[key]
	s.read[key] = false
	if !was {
		delete(s.read, key)
	}
	return was
}
