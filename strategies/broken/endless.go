package broken

import (
	"context"
	"sync"

	"stampede/strategies"
)

// neverLands is a singleflight whose flight lands only with a value.
//
// How it breaks: the load fails, and who waits for the flight waits for ever; so
// does whoever asks later, as the flight is still in the air.
//
// Caught by: deadlock-free.
//
// Reported in: mailgun/groupcache#38, erpc/erpc#1060; there a panic leaves the
// flight in the air.
type neverLands struct {
	base
	mu      sync.Mutex
	flights map[string]*flight
}

func newNeverLands(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Singleflight: true}, o)
	return &neverLands{base: b, flights: make(map[string]*flight)}, err
}

func (s *neverLands) Get(ctx context.Context, key string) (strategies.Value, error) {
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
		err := f.landed.Wait(ctx)
		return f.value, err
	}
	v, err := s.fill(ctx, key)
	if err != nil {
		return v, err // wrong: nobody is told
	}
	mine.value = v
	s.mu.Lock()
	delete(s.flights, key)
	s.mu.Unlock()
	mine.landed.Fire()
	return v, nil
}

// withoutEnd takes locks that have no TTL, and waits for them without a limit.
//
// How it breaks: the holder crashes, and all poll for ever. They are as busy as
// ever, so nothing looks stuck.
//
// Caught by: livelock-free.
//
// Reported in: PolicyStat/jobtastic#66.
func withoutEnd(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	waitForEver(&o)
	return over(strategies.Choices{Lock: true}, newNoTTL)(env, load, o)
}
