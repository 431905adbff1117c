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
	redis    client
	locks    []strategies.Redis
	observer func(context.Context, strategies.Observation)
	panicked func(context.Context, *Panic)
	// life is done once Close gives up waiting for the background work.
	life context.Context
	end  context.CancelFunc

	mu      sync.Mutex
	closed  bool
	closing chan struct{} // closed with it
	working int
	idle    chan struct{} // once closed and no work is left, it is closed too
}

var _ strategies.Env = (*Env)(nil)

// Option is a setting of an environment.
type Option func(*Env)

// WithObserver has f told what the strategies do; it must be quick, and safe for
// concurrent use. Package strategies/prom makes metrics of it.
func WithObserver(f func(context.Context, strategies.Observation)) Option {
	return func(e *Env) { e.observer = f }
}

// WithLockServers are independent servers, five say, for a Redlock.
func WithLockServers(clients ...redis.UniversalClient) Option {
	return func(e *Env) {
		for _, c := range clients {
			e.locks = append(e.locks, newClient(c))
		}
	}
}

// NewEnv returns an environment over the client, which stays the caller's, as the
// lock servers' do: Close does not close it.
func NewEnv(c redis.UniversalClient, options ...Option) *Env {
	e := &Env{redis: newClient(c), panicked: logPanic, closing: make(chan struct{}), idle: make(chan struct{})}
	e.life, e.end = context.WithCancel(context.Background())
	for _, o := range options {
		o(e)
	}
	return e
}

func newClient(c redis.UniversalClient) client { return client{c, newListener(c)} }

// Now returns the machine's time.
func (e *Env) Now() time.Time { return time.Now() }

// Sleep waits for d, or until ctx is done, and then returns its error. The sleep of
// background work ends with the environment, too.
func (e *Env) Sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	var closing chan struct{}
	if inBackground(ctx) {
		closing = e.closing
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-closing:
		return context.Canceled
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

// WithTimeout returns a context that is done after d.
func (e *Env) WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}

// LockServers returns the servers for a Redlock.
func (e *Env) LockServers() []strategies.Redis { return e.locks }

// Observe tells the observer, if there is one.
func (e *Env) Observe(ctx context.Context, o strategies.Observation) {
	if e.observer != nil {
		e.observer(ctx, o)
	}
}

// Redis returns the server behind the client.
func (e *Env) Redis() strategies.Redis { return e.redis }
