package goredis_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"stampede/strategies"
	"stampede/strategies/goredis"
)

func TestSleepEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		env := goredis.NewEnv(nil)
		begin := env.Now()
		if err := env.Sleep(t.Context(), time.Second); err != nil || env.Now().Sub(begin) != time.Second {
			t.Errorf("after %v: %v", env.Now().Sub(begin), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := env.Sleep(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if err := env.Sleep(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Error("not at all:", err)
		}
		if now := env.Now().Sub(begin); now != 2*time.Second {
			t.Errorf("it took %v", now)
		}
	})
}

func TestASignalWakesAllWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		env := goredis.NewEnv(nil)
		s := env.NewSignal("a test")
		woken := make(chan error, 3)
		for range 3 {
			go func() { woken <- s.Wait(t.Context()) }()
		}
		synctest.Wait()
		if len(woken) != 0 {
			t.Error("woken before it fired")
		}
		s.Fire()
		s.Fire()
		for range 3 {
			if err := <-woken; err != nil {
				t.Error(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Wait(ctx); err != nil {
			t.Error("it has fired, but:", err)
		}
		if err := env.NewSignal("another").Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

type nameKey struct{}

// Background work outlives the request that started it, but keeps its values.
func TestBackgroundWorkHasALifeOfItsOwn(t *testing.T) {
	env := goredis.NewEnv(nil)
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), nameKey{}, "a"))
	cancel()
	done := make(chan struct{})
	env.Go(ctx, "test", func(ctx context.Context) {
		defer close(done)
		if _, has := ctx.Deadline(); has || ctx.Err() != nil || ctx.Value(nameKey{}) != "a" {
			t.Error(ctx.Err(), ctx.Value(nameKey{}))
		}
	})
	<-done
	if err := env.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestCloseWaitsForBackgroundWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		env := goredis.NewEnv(nil)
		begin := env.Now()
		ended := 0
		env.Go(t.Context(), "test", func(ctx context.Context) {
			time.Sleep(time.Second)
			if ctx.Err() == nil {
				ended++
			}
		})
		if err := env.Close(t.Context()); err != nil || ended != 1 || env.Now().Sub(begin) != time.Second {
			t.Errorf("%v; %d ended, after %v", err, ended, env.Now().Sub(begin))
		}
		if err := env.Close(t.Context()); err != nil {
			t.Error("once more:", err)
		}
	})
}

func TestCloseCancelsWorkThatTakesTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		env := goredis.NewEnv(nil)
		var cause error
		env.Go(t.Context(), "test", func(ctx context.Context) {
			<-ctx.Done()
			cause = ctx.Err()
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := env.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if err := env.Close(t.Context()); err != nil {
			t.Error("once it was cancelled:", err)
		}
		if !errors.Is(cause, context.Canceled) {
			t.Error("the work saw", cause)
		}
	})
}

// What waits for its time, such as the next scheduled refresh, is no work in progress:
// Close does not wait for it.
func TestCloseWakesWhoSleepsInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		env := goredis.NewEnv(nil)
		begin := env.Now()
		var inTheBackground error
		env.Go(t.Context(), "test", func(ctx context.Context) {
			ctx, cancel := env.WithTimeout(ctx, 2*time.Hour)
			defer cancel()
			inTheBackground = env.Sleep(ctx, time.Hour)
		})
		reader := make(chan error)
		go func() { reader <- env.Sleep(t.Context(), time.Second) }()
		synctest.Wait()
		if err := env.Close(t.Context()); err != nil || !errors.Is(inTheBackground, context.Canceled) || env.Now() != begin {
			t.Errorf("%v; the work saw %v, after %v", err, inTheBackground, env.Now().Sub(begin))
		}
		if err := <-reader; err != nil {
			t.Error("a reader that polls:", err)
		}
	})
}

// After Close no work goes on unseen, and no one waits for what never starts.
func TestAClosedEnvironmentStartsNothing(t *testing.T) {
	env := goredis.NewEnv(nil)
	if err := env.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	ran := false
	env.Go(t.Context(), "test", func(ctx context.Context) {
		ran = true
		if !errors.Is(ctx.Err(), context.Canceled) {
			t.Error(ctx.Err())
		}
	})
	if !ran {
		t.Error("it has not run when Go returned")
	}

	load := func(ctx context.Context, _ string) ([]byte, error) { return nil, ctx.Err() }
	_, err := flightOf(t, env, load).Get(t.Context(), key)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// flightOf returns singleflight over a Redis that has nothing.
func flightOf(t *testing.T, env *goredis.Env, load strategies.Loader) strategies.Strategy {
	t.Helper()
	s, err := strategies.Choices{Singleflight: true}.New(emptyEnv{env}, load, strategies.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type emptyEnv struct{ *goredis.Env }

func (e emptyEnv) Redis() strategies.Redis { return emptyRedis{} }

type emptyRedis struct{ strategies.Redis }

func (emptyRedis) Get(context.Context, string) ([]byte, bool, error) { return nil, false, nil }

func TestRandomBitsDiffer(t *testing.T) {
	env := goredis.NewEnv(nil)
	seen := make(map[uint64]bool)
	for range 1000 {
		seen[env.Uint64()] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d of 1000 draws differ", len(seen))
	}
}
