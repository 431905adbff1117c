package world_test

import (
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/scenario"
)

// The policies are numbered as the servers' are.
func TestPoliciesHaveTheServersNames(t *testing.T) {
	for p := redis.NoEviction; p <= redis.VolatileTTL; p++ {
		if got := scenario.Policy(p).String(); got != p.String() {
			t.Errorf("policy %d is %s in a scenario and %s on a server", p, got, p)
		}
	}
}

// While its memory is squeezed a server evicts what there is no room for, and
// afterwards nothing.
func TestASqueezeEvictsWhileItLasts(t *testing.T) {
	r := runs(t, "naive", `
network: {request: 0s, reply: 0s}
redis:
  service: 0s
  memory: {keys: 100, policy: allkeys-lru}
duration: 30s
start: warm
keys: 100
arrivals: {constant: {rate: 500/s}}
origin: {recompute: 0s}
cache: {ttl: 10m}
faults:
  - {do: squeeze, to: redis, at: 10s, for: 10s, share: 50%}
`, 1)
	if *r.Redis.Evictions < 50 || r.Recomputes < 50 {
		t.Errorf("%d evictions, %d recomputes; want at least 50 each", *r.Redis.Evictions, r.Recomputes)
	}
	for _, e := range r.events {
		if e.Kind == observe.Dropped && (e.At < 10*time.Second || e.At >= 20*time.Second) {
			t.Errorf("an eviction at %v", e.At)
		}
	}
}
