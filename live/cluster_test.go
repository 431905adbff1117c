package live

import (
	"testing"
	"time"

	"stampede/internal/redistest"
)

// A cluster refuses a script whose keys are in different hash slots.
func TestAnEntryAndItsLockAreInOneHashSlot(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t, "--cluster-enabled", "yes")
	c := clientOf(t, s)
	if err := c.ClusterAddSlotsRange(t.Context(), 0, 16383).Err(); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); c.Set(t.Context(), "ready", "", time.Millisecond).Err() != nil; time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("the cluster is not ready after 10 s")
		}
	}
	sc := hotKey(t, "cache.lock.atomic-publish=true", "keys=5", "duration=200ms", "ttl=1m")
	if r := play(t, s.URL(), "lock", sc); r.Recomputes != r.Expiries || r.Recomputes == 0 || r.Locks.Lost != 0 {
		t.Errorf("%d recomputes in %d expiries, %+v", r.Recomputes, r.Expiries, r.Locks)
	}
}
