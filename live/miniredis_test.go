package live

import (
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Time passes on the embedded server as elsewhere: a key is there until its TTL
// is over, to the grain of the clock, and then it goes.
func TestMiniredisLivesByTheWallClock(t *testing.T) {
	t.Parallel()
	for _, others := range []int{0, 5000} {
		s, err := startMiniredis()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.close() }()
		_, err = s.control.Pipelined(t.Context(), func(p redis.Pipeliner) error {
			for i := range others {
				p.Set(t.Context(), fmt.Sprint(i), "", time.Hour)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		const ttl = 300 * time.Millisecond
		begin := time.Now()
		if err := s.control.Set(t.Context(), "key", "", ttl).Err(); err != nil {
			t.Fatal(err)
		}
		for s.control.Exists(t.Context(), "key").Val() == 1 {
			if time.Since(begin) > time.Minute {
				t.Fatalf("%d others: the key does not expire", others)
			}
		}
		// With thousands of keys the clock ticks seldom, and a key may be written
		// long after a tick.
		if lived := time.Since(begin); lived < ttl/2 || others == 0 && lived < ttl-2*time.Millisecond {
			t.Errorf("%d others: the key lived for %v of %v", others, lived, ttl)
		} else {
			t.Logf("%d others: the key lived for %v of %v", others, lived, ttl)
		}
	}
}

// Scripts run while the server is locked; its clock must not wait for that.
func TestMiniredisRunsScripts(t *testing.T) {
	t.Parallel()
	s, err := startMiniredis()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.close() }()
	for range 20 {
		time.Sleep(time.Millisecond) // so that the clock is due
		if err := s.control.Eval(t.Context(), "return redis.call('SET', KEYS[1], '', 'PX', 1)", []string{"key"}).Err(); err != nil {
			t.Fatal(err)
		}
	}
}
