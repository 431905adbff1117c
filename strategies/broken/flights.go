package broken

import (
	"context"
	"sync"

	"stampede/strategies"
)

// firstOnly is a singleflight that hands its result to one follower.
//
// How it breaks: the first follower takes the value, the others find nothing, and
// no error that says so.
//
// Caught by: reads-answered.
//
// Reported in: gnacho/netpulse#66.
type firstOnly struct {
	base
	mu      sync.Mutex
	flights map[string]*flight
}

type flight struct {
	landed strategies.Signal
	value  strategies.Value
	err    error
}

func newFirstOnly(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Singleflight: true}, o)
	return &firstOnly{base: b, flights: make(map[string]*flight)}, err
}

func (s *firstOnly) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.Look(ctx, key)
	if err != nil || found {
		return strategies.Value{Data: e.Data}, err
	}
	mine := &flight{landed: s.Env.NewSignal("a flight for " + key)}
	s.mu.Lock()
	f := s.flights[key]
	if f == nil {
		s.flights[key] = mine
	}
	s.mu.Unlock()
	if f != nil {
		if err := f.landed.Wait(ctx); err != nil {
			return strategies.Value{}, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		v := f.value
		f.value = strategies.Value{Outcome: strategies.Miss} // wrong: it is taken
		return v, f.err
	}
	v, err := s.fill(ctx, key)
	s.mu.Lock()
	mine.value, mine.err = v, err
	delete(s.flights, key)
	s.mu.Unlock()
	mine.landed.Fire()
	return v, err
}
