package goredis_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"stampede/strategies"
	"stampede/strategies/goredis"
)

// ground is a strategy over miniredis, and five more for a Redlock.
type ground struct {
	env    *goredis.Env
	server *miniredis.Miniredis
	locks  []*miniredis.Miniredis
	cache  strategies.Strategy
	panics chan *goredis.Panic
}

func newGround(t *testing.T, composition string, load strategies.Loader) *ground {
	t.Helper()
	g := &ground{server: miniredis.RunT(t), panics: make(chan *goredis.Panic, 10)}
	g.server.ClockTTL(true)
	options := []goredis.Option{goredis.WithPanicHandler(func(_ context.Context, p *goredis.Panic) { g.panics <- p })}
	for range 5 {
		m := miniredis.RunT(t)
		g.locks = append(g.locks, m)
		options = append(options, goredis.WithLockServers(connect(t, "redis://"+m.Addr())))
	}
	g.env = goredis.NewEnv(connect(t, "redis://"+g.server.Addr()), options...)
	t.Cleanup(func() {
		if err := g.env.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	preset, err := strategies.Compose(composition)
	if err != nil {
		t.Fatal(err)
	}
	o := strategies.DefaultOptions()
	o.TTL, o.Stale = 300*time.Millisecond, time.Hour
	o.Lock.TTL, o.Lock.Wait = time.Hour, time.Hour // a lock that is kept makes the test hang
	o.Lease.Period = time.Hour
	if g.cache, err = preset.New(g.env, load, o); err != nil {
		t.Fatal(err)
	}
	return g
}

// held returns the locks and leases that are there.
func (g *ground) held() (held []string) {
	for _, m := range append(g.locks, g.server) {
		for _, k := range m.Keys() {
			if strings.HasSuffix(k, ":lock") || strings.HasSuffix(k, ":lease") {
				held = append(held, k)
			}
		}
	}
	return held
}

// holders are the ways to be the one who loads.
var holders = []string{"lock", "lock+watchdog", "lock+fenced", "lock+notify", "lease", "redlock"}

// A load that panics in its caller's goroutine panics through Get, and releases what it
// held: the next read loads at once.
func TestAPanicOfTheCallerReleasesItsLock(t *testing.T) {
	for _, composition := range holders {
		t.Run(composition, func(t *testing.T) {
			t.Parallel()
			panics := true
			g := newGround(t, composition, func(context.Context, string) ([]byte, error) {
				if panics {
					panic("a bug")
				}
				return []byte("value"), nil
			})
			func() {
				defer func() {
					if v := recover(); v != "a bug" {
						t.Errorf("the caller recovered %v", v)
					}
				}()
				_, _ = g.cache.Get(t.Context(), key)
			}()
			if held := g.held(); held != nil {
				t.Errorf("held after the panic: %q", held)
			}
			panics = false
			if v, err := g.cache.Get(t.Context(), key); err != nil || string(v.Data) != "value" {
				t.Errorf("the next read: %q, %v", v.Data, err)
			}
		})
	}
}

// A load that panics in a flight ends the flight, not the program: who waits for it has
// an error, the lock is released, and the handler knows the stack.
func TestAPanicInAFlightIsAnErrorOfTheRead(t *testing.T) {
	for _, composition := range holders {
		t.Run("singleflight+"+composition, func(t *testing.T) {
			t.Parallel()
			panics := true
			g := newGround(t, "singleflight+"+composition, func(context.Context, string) ([]byte, error) {
				if panics {
					panic("a bug")
				}
				return []byte("value"), nil
			})
			if _, err := g.cache.Get(t.Context(), key); !errors.Is(err, strategies.ErrOrigin) {
				t.Error(err)
			}
			p := <-g.panics
			if p.Error() != "flight panicked: a bug" || !bytes.Contains(p.Stack, []byte("panic_test.go")) {
				t.Errorf("%v\n%s", p, p.Stack)
			}
			if held := g.held(); held != nil {
				t.Errorf("held after the panic: %q", held)
			}
			panics = false
			if v, err := g.cache.Get(t.Context(), key); err != nil || string(v.Data) != "value" {
				t.Errorf("the next read: %q, %v", v.Data, err)
			}
		})
	}
}

// A refresh in the background that panics costs nobody an answer: the old value is
// served, and a later read refreshes it.
func TestAPanicInARefreshLeavesTheOldValue(t *testing.T) {
	loads := 0 // by one refresh after the other
	g := newGround(t, "swr+lock", func(context.Context, string) ([]byte, error) {
		if loads++; loads == 2 {
			panic("a bug")
		}
		return []byte{byte(loads)}, nil
	})
	read := func(want byte, stale bool) bool {
		t.Helper()
		v, err := g.cache.Get(t.Context(), key)
		if err != nil {
			t.Error(err)
			return false
		}
		return v.Data[0] == want && (v.Outcome == strategies.Stale) == stale
	}
	read(1, false)
	eventually(t, "the old value", func(context.Context) bool { return read(1, true) })
	p := <-g.panics
	if p.Work != "refresh" {
		t.Error(p)
	}
	eventually(t, "no lock", func(context.Context) bool { return g.held() == nil })
	eventually(t, "the refresh after it", func(context.Context) bool { return read(3, false) })
}

// Without a handler the log has it.
func TestAPanicIsLogged(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	env := goredis.NewEnv(nil)
	env.Go(t.Context(), "refresh", func(context.Context) { panic("a bug") })
	if err := env.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if s := log.String(); !strings.Contains(s, "refresh panicked: a bug") || !strings.Contains(s, "panic_test.go") {
		t.Error(s)
	}
}

// A reader that is cancelled while it loads hands over: it releases what it holds, and
// one of those who wait loads.
func TestACancelledHolderHandsOver(t *testing.T) {
	for _, composition := range append(holders, "singleflight+lock") {
		t.Run(composition, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			began := make(chan struct{}, 10)
			alone := strings.HasPrefix(composition, "singleflight")
			g := newGround(t, composition, func(ctx context.Context, _ string) ([]byte, error) {
				began <- struct{}{}
				if len(began) > 1 {
					return []byte("value"), nil
				}
				if alone { // the flight is nobody's: it goes on
					time.Sleep(20 * time.Millisecond)
					return []byte("value"), ctx.Err()
				}
				<-ctx.Done()
				return nil, ctx.Err()
			})
			leader := make(chan error)
			go func() {
				_, err := g.cache.Get(ctx, key)
				leader <- err
			}()
			eventually(t, "the leader loads", func(context.Context) bool { return len(began) == 1 })
			follower := make(chan error)
			go func() {
				v, err := g.cache.Get(t.Context(), key)
				if string(v.Data) != "value" && err == nil {
					err = errors.New("no value")
				}
				follower <- err
			}()
			cancel()
			if err := <-leader; !errors.Is(err, context.Canceled) {
				t.Error("the leader:", err)
			}
			if err := <-follower; err != nil {
				t.Error("the follower:", err)
			}
			if n := len(began); alone && n != 1 || !alone && n != 2 {
				t.Errorf("%d loads", n)
			}
		})
	}
}
