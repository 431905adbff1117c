package broken

import (
	"context"
	"sync"

	"stampede/strategies"
)

// droppedTurns gives each key a lock of the process, in which readers wait for
// their turn. The holder takes it off the table when it is done.
//
// How it breaks: others still wait for the lock that was taken off. The next reader
// finds none, makes a second one, and loads beside them.
//
// Caught by: one-per-process.
//
// Reported in: keycloak/keycloak#21522; bluetape4k/bluetape4k-projects#477.
type droppedTurns struct {
	base
	mu    sync.Mutex
	turns map[string]*turn
}

// turn is a lock of the process, with those who wait for it in their order.
type turn struct{ waiting []strategies.Signal }

func newDroppedTurns(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{Singleflight: true}, o)
	return &droppedTurns{base: b, turns: make(map[string]*turn)}, err
}

func (s *droppedTurns) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.Look(ctx, key)
	if err != nil || found {
		return strategies.Value{Data: e.Data}, err
	}
	mine := s.Env.NewSignal("a turn for " + key)
	s.mu.Lock()
	t := s.turns[key]
	first := t == nil
	if first {
		t = new(turn)
		s.turns[key] = t
	} else {
		t.waiting = append(t.waiting, mine)
	}
	s.mu.Unlock()
	if !first {
		if err := mine.Wait(ctx); err != nil {
			return strategies.Value{}, err
		}
	}
	defer s.pass(key, t)
	if e, found, err := s.Look(ctx, key); err != nil || found {
		return strategies.Value{Data: e.Data, Outcome: strategies.Miss}, err
	}
	return s.fill(ctx, key)
}

// pass gives the turn to the next.
func (s *droppedTurns) pass(key string, t *turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turns[key] == t {
		delete(s.turns, key) // wrong: others wait for it
	}
	if len(t.waiting) > 0 {
		t.waiting[0].Fire()
		t.waiting = t.waiting[1:]
	}
}
