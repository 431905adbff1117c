package live

import (
	"fmt"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"stampede/internal/redistest"
)

// What the connections of a run take is not the keys': though it is many times the
// limit, all that fits is kept, and what does not has to go.
func TestALimitOfMemoryIsForKeys(t *testing.T) {
	redistest.Need(t)
	t.Parallel()
	sc := parse(t, "redis: {memory: {limit: 1mb, policy: allkeys-lru}}")
	s, err := openServer(t.Context(), Config{Scenario: sc, Redis: Auto})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.close() }()
	r := newMemory(sc.Redis.Memory, s.own).nodes[0]
	if err := r.measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	client := s.newClient(400, nil, nil).(*redis.Client)
	defer func() { _ = client.Close() }()
	if err := fillPool(t.Context(), client, 400); err != nil {
		t.Fatal(err)
	}
	follow := func() {
		t.Helper()
		if err := r.now(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	follow()
	write := func(keys int) (evicted uint64) {
		for i := range keys {
			if err := client.Set(t.Context(), fmt.Sprint(i), strings.Repeat("x", 1000), 0).Err(); err != nil {
				t.Fatalf("key %d: %v", i, err)
			}
		}
		follow() // what idle connections need no more is not the keys' either
		n, err := r.evicted(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := write(500); n != 0 {
		t.Errorf("%d of 500 keys had to go", n)
	}
	if n := write(1500); n < 100 || n > 1500 {
		t.Errorf("%d of 1500 keys had to go", n)
	}
}

// A run states the limits that it sets, and not those that it found.
func TestARunStatesTheLimitsOfItsMemory(t *testing.T) {
	redistest.Need(t)
	t.Parallel()
	sc := parse(t, "redis: {memory: {limit: 1mb, policy: allkeys-lru, samples: 7}}", "duration=100ms")
	info, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "naive"), Redis: Auto})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"maxmemory": "1mb of keys", "maxmemory-policy": "allkeys-lru", "maxmemory-samples": "7"} {
		if got := info.Server.Settings[name]; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
