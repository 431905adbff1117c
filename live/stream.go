package live

import (
	"sync"

	"stampede/sim"
)

// stream is a random stream that goroutines share. It has the name that the
// modelled world gives it, so that a seed means the same in both.
type stream struct {
	mu     sync.Mutex
	random *sim.Rand
}

func newStream(seed uint64, owner, purpose string) *stream {
	return &stream{random: sim.NewRand(seed, owner, purpose)}
}

// Uint64 returns the next 64 bits.
func (s *stream) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Uint64()
}
