package broken

import (
	"context"
	"sync"

	"stampede/strategies"
)

// guardPerKey limits the loads of each key and not those of the process.
//
// How it breaks: a hundred keys that expire together are a hundred limits.
//
// Caught by: bounded-loads.
//
// Reported in: balderdashy/sails#6744.
type guardPerKey struct {
	make func() (strategies.Strategy, error)

	mu   sync.Mutex
	keys map[string]strategies.Strategy
}

func newGuardPerKey(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	guarded := strategies.Choices{OriginGuard: true}
	g := &guardPerKey{
		make: func() (strategies.Strategy, error) { return guarded.New(env, load, o) },
		keys: make(map[string]strategies.Strategy),
	}
	_, err := g.make() // what cannot be made for a key cannot be made at all
	return g, err
}

// Get is wrong: each key has a guard of its own.
func (g *guardPerKey) Get(ctx context.Context, key string) (strategies.Value, error) {
	s, err := g.of(key)
	if err != nil {
		return strategies.Value{}, err
	}
	return s.Get(ctx, key)
}

// Invalidate deletes the entry.
func (g *guardPerKey) Invalidate(ctx context.Context, key string) error {
	s, err := g.of(key)
	if err != nil {
		return err
	}
	return s.Invalidate(ctx, key)
}

func (g *guardPerKey) of(key string) (strategies.Strategy, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s := g.keys[key]; s != nil {
		return s, nil
	}
	s, err := g.make()
	if err == nil {
		g.keys[key] = s
	}
	return s, err
}
