package redistest_test

import (
	"context"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/internal/redistest"
)

const (
	lockKey = "{k}:lock"
	lockTTL = time.Minute
)

// acquire takes the lock on a server with a token of its own.
func acquire(t *testing.T, c *redis.Client, token string) bool {
	t.Helper()
	ok, err := c.SetNX(t.Context(), lockKey, token, lockTTL).Result()
	if err != nil {
		t.Fatalf("%s takes the lock: %v", token, err)
	}
	return ok
}

func client(t *testing.T, s *redistest.Server) *redis.Client {
	c := s.Client()
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// The story that the model tells in TestALockTakenJustBeforeAPromotionIsGrantedAgain,
// on real servers. Client A is on the primary's side of a cut.
func TestALockIsGrantedTwiceAcrossARealFailover(t *testing.T) {
	t.Parallel()
	s := redistest.StartSentinels(t, 1)
	a, b := client(t, s.Primary), client(t, s.Replica)
	s.Proxy.Cut(true, true)
	if !acquire(t, a, "a") {
		t.Fatal("A does not get the lock")
	}
	if n, err := a.Wait(t.Context(), 1, 100*time.Millisecond).Result(); n != 0 || err != nil {
		t.Errorf("WAIT tells A that %d replicas have it, %v; want none", n, err)
	}
	redistest.AwaitPromotion(t, s)
	if !acquire(t, b, "b") {
		t.Fatal("B does not get the lock, although the replica cannot know of it")
	}
	// Both are told that they hold it.
	for c, token := range map[*redis.Client]string{a: "a", b: "b"} {
		if got, err := c.Get(t.Context(), lockKey).Result(); got != token || err != nil {
			t.Errorf("the lock is held by %q, %v; want %q", got, err, token)
		}
	}
	// When the former primary is back it becomes a replica, and A's lock is gone.
	s.Proxy.Heal()
	redistest.Eventually(t, "the former primary follows the new one", func(ctx context.Context) error {
		got, err := a.Get(ctx, lockKey).Result()
		if err == nil && got != "b" {
			return errHolder(got)
		}
		return err
	})
}

type errHolder string

func (e errHolder) Error() string { return "the lock is held by " + string(e) }

// A lock that the replica has acknowledged survives.
func TestALockThatWAITConfirmsSurvivesARealFailover(t *testing.T) {
	t.Parallel()
	s := redistest.StartSentinels(t, 2)
	a, b := client(t, s.Primary), client(t, s.Replica)
	if !acquire(t, a, "a") {
		t.Fatal("A does not get the lock")
	}
	if n, err := a.Wait(t.Context(), 1, 5*time.Second).Result(); n != 1 || err != nil {
		t.Fatalf("WAIT tells A that %d replicas have it, %v; want one", n, err)
	}
	s.Proxy.Cut(true, true)
	redistest.AwaitPromotion(t, s)
	if acquire(t, b, "b") {
		t.Error("B gets the lock, although the replica knows of it")
	}
}
