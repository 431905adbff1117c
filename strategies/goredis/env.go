package goredis

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/strategies"
)

// Env is the environment of one application process. It is safe for concurrent
// use; make one, and share it.
type Env struct {
	redis client
	// life is done once Close gives up waiting for the background work.
	life context.Context
	end  context.CancelFunc

	mu      sync.Mutex
	closed  bool
	working int
	idle    chan struct{} // once closed and no work is left, it is closed too
}

var _ strategies.Env = (*Env)(nil)

// NewEnv returns an environment over the client, which stays the caller's: Close
// does not close it.
func NewEnv(c redis.UniversalClient) *Env {
	e := &Env{redis: client{c}, idle: make(chan struct{})}
	e.life, e.end = context.WithCancel(context.Background())
	return e
}

// Now returns the machine's time.
func (e *Env) Now() time.Time { return time.Now() }

// Sleep waits for d, or until ctx is done, and then returns its error.
func (e *Env) Sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Uint64 returns 64 bits that no one can guess: a lock's token is made of them.
func (e *Env) Uint64() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.NativeEndian.Uint64(b[:])
}

// NewSignal returns a signal.
func (e *Env) NewSignal(string) strategies.Signal { return &signal{fired: make(chan struct{})} }

// Redis returns the server behind the client.
func (e *Env) Redis() strategies.Redis { return e.redis }
