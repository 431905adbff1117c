package proptest_test

import (
	"context"
	"fmt"
	"strings"

	"stampede/props/proptest"
	"stampede/strategies"
)

// setnx is a lock as one might write it on a Friday: it deletes the lock when it
// is done, whoever holds it by then, and does not look again.
type setnx struct{ *strategies.Cache }

func newSetnx(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return setnx{&strategies.Cache{Env: env, Loader: load, Options: o}}, nil
}

func (s setnx) Get(ctx context.Context, key string) (strategies.Value, error) {
	for start := s.Env.Now(); ; {
		if e, found, err := s.Look(ctx, key); err != nil || found {
			return strategies.Value{Data: e.Data}, err
		}
		lock := strategies.LockKey(key)
		mine, err := s.Env.Redis().SetIfAbsent(ctx, lock, "1", s.Options.Lock.TTL)
		if err != nil {
			return strategies.Value{}, err
		}
		if mine {
			e, err := s.Load(ctx, key, nil)
			if err == nil {
				err = s.Publish(ctx, key, e)
			}
			_, _ = s.Env.Redis().Delete(ctx, lock)
			return strategies.Value{Data: e.Data, Outcome: strategies.Miss}, err
		}
		if s.Env.Now().Sub(start) > s.Options.Lock.Wait {
			return strategies.Value{}, strategies.ErrBusy
		}
		if err := s.Env.Sleep(ctx, s.Options.Lock.Poll); err != nil {
			return strategies.Value{}, err
		}
	}
}

func (s setnx) Invalidate(ctx context.Context, key string) error {
	_, err := s.Env.Redis().Delete(ctx, key)
	return err
}

// A test of setnx is
//
//	func TestSetnx(t *testing.T) {
//		proptest.Check(t, newSetnx, proptest.Options{Choices: strategies.Choices{Lock: true}})
//	}
//
// and fails on purpose, with the story of the smallest case that shows why.
func ExampleCheck() {
	t := &recorder{}
	proptest.Check(t, newSetnx, proptest.Options{Choices: strategies.Choices{Lock: true}})
	fmt.Println(strings.TrimSpace(t.said.String()))
	// Output:
	// case 2 of 1000:
	// no-foreign-delete is broken: a lock is deleted or extended only by the acquisition that created it
	//
	//   step        time  process        event
	//      2     0.000ms  A, process-1   begins to read, and finds nothing: cold start
	//      4     0.010ms  B, process-1   begins to read, and finds nothing: cold start
	//      5     0.020ms  A, process-1   takes the lock, for 50ms
	//      6     0.030ms  B, process-1   finds the lock taken
	//      7     0.030ms  A, process-1   loads from the origin, on a miss
	//     19    51.000ms  A, process-1   loses its lock: its TTL has run out
	//     21    60.150ms  B, process-1   … looks and asks for the lock again, in vain: 6 times in 60.11ms, and takes the lock, for 50ms
	//     22    60.160ms  B, process-1   loads from the origin, on a miss, again
	//     26   100.040ms  A, process-1   has loaded, after 100ms, and writes the entry, with 100ms to live, and deletes the lock of B
	//
	// A of process-1 deleted the lock of product:1, which B holds
	// cause: expiry: the lock of A ran out at 51.000ms, while that was at work
	//
	//       0.000ms                                               100.040ms
	// A     ===============================================================.
	// B     .....................................===========================
	// lock  AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAx    BBBBBBBBBBBBBBBBBBBBBBBBBBx
	//       . at work   = loading   letters: whose lock   ] released   x expired or deleted
}
