package broken

import (
	"context"
	"sync"

	"stampede/strategies"
)

// flights is a singleflight that is wrong in one of two ways.
type flights struct {
	base
	firstOnly, forgets bool

	mu       sync.Mutex
	inTheAir map[string]*flight
}

type flight struct {
	landed strategies.Signal
	value  strategies.Value
	err    error
}

// newFirstOnly hands the result of a flight to one follower.
//
// How it breaks: the first follower takes the value, the others find nothing, and
// no error that says so.
//
// Caught by: reads-answered.
//
// Reported in: gnacho/netpulse#66.
func newFirstOnly(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return newFlights(env, load, o, true, false)
}

// newForgets forgets a flight at an invalidation, so that the next reader begins
// another; and a flight that lands takes off the table whichever is there.
//
// How it breaks: the forgotten flight takes the second one off when it lands, and the
// next reader begins a third beside it.
//
// Caught by: one-per-process.
//
// Reported in: golang/go#31420.
func newForgets(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return newFlights(env, load, o, false, true)
}

func newFlights(env strategies.Env, load strategies.Loader, o strategies.Options, firstOnly, forgets bool) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Singleflight: true}, o)
	return &flights{base: b, firstOnly: firstOnly, forgets: forgets, inTheAir: make(map[string]*flight)}, err
}

func (s *flights) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.Look(ctx, key)
	if err != nil || found {
		return strategies.Value{Data: e.Data}, err
	}
	mine := &flight{landed: s.Env.NewSignal("a flight for " + key)}
	s.mu.Lock()
	f := s.inTheAir[key]
	if f == nil {
		s.inTheAir[key] = mine
	}
	s.mu.Unlock()
	if f != nil {
		return s.follow(ctx, f)
	}
	v, err := s.fill(ctx, key)
	s.mu.Lock()
	mine.value, mine.err = v, err
	delete(s.inTheAir, key) // wrong, once flights are forgotten: it may be another's
	s.mu.Unlock()
	mine.landed.Fire()
	return v, err
}

func (s *flights) follow(ctx context.Context, f *flight) (strategies.Value, error) {
	if err := f.landed.Wait(ctx); err != nil {
		return strategies.Value{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v := f.value
	if s.firstOnly {
		f.value = strategies.Value{Outcome: strategies.Miss} // wrong: it is taken
	}
	return v, f.err
}

func (s *flights) Invalidate(ctx context.Context, key string) error {
	if s.forgets {
		s.mu.Lock()
		delete(s.inTheAir, key)
		s.mu.Unlock()
	}
	return s.base.Invalidate(ctx, key)
}
