package strategies

import (
	"sync"
	"time"
)

// guard: a limit before the origin.
//
// Idea: only so many loads at one time, and so many in a second, leave this
// process; for the others the answer is "too much", at once.
//
// Guarantee: P processes never have more than P × Concurrent loads in progress,
// whatever is asked, nor start more than P × Rate in a second on average.
//
// How it breaks: it is the last line, not a cure: the reads beyond it fail.
//
// Source: admission control; the token bucket as in ITU-T I.371; HTTP status
// 429.
type guard struct {
	env   Env
	slots *semaphore

	mu       sync.Mutex
	interval time.Duration // between two loads at the full rate; 0 is no limit
	burst    time.Duration // how much earlier than that a load may start
	due      time.Time     // when the bucket is full again
}

func newGuard(env Env, o GuardOptions) *guard {
	g := &guard{env: env, slots: newSemaphore(o.Concurrent)}
	if o.Rate > 0 {
		g.interval = time.Duration(float64(time.Second) / o.Rate)
		g.burst = time.Duration(o.Burst-1) * g.interval
	}
	return g
}

// enter reports whether a load may start; if so, leave ends it.
func (g *guard) enter() bool {
	if !g.slots.tryEnter() {
		return false
	}
	if !g.takeToken(g.env.Now()) {
		g.slots.leave()
		return false
	}
	return true
}

func (g *guard) leave() { g.slots.leave() }

func (g *guard) takeToken(now time.Time) bool {
	if g.interval == 0 {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.due.Before(now) {
		g.due = now
	}
	if g.due.Sub(now) > g.burst {
		return false
	}
	g.due = g.due.Add(g.interval)
	return true
}

// semaphore has a number of places.
type semaphore struct {
	mu   sync.Mutex
	free int
}

func newSemaphore(places int) *semaphore { return &semaphore{free: places} }

// tryEnter takes a place, if there is one.
func (s *semaphore) tryEnter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == 0 {
		return false
	}
	s.free--
	return true
}

func (s *semaphore) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
}
