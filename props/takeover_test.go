package props_test

import (
	"testing"

	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
	"stampede/strategies"
)

// The primary crashes, and a replica takes its place that has the locks which were
// released last, and not the entries which were written last.
const takenOver = `
version: 1
name: taken-over
duration: 6s
keys: 5
processes: 3
arrivals: {poisson: {rate: 300/s}}
network: {request: exp(1ms), reply: exp(1ms)}
redis: {client: {timeout: 100ms, retries: 1}, servers: {replicas: 1, detection: 300ms, lag: 5ms}}
origin: {recompute: exp(20ms)}
cache: {ttl: 200ms, lock: {ttl: 1s, wait: 2s, poll: 5ms}}
faults: [{do: crash, to: primary, at: 1s, every: 1500ms, for: 400ms}]
`

// A crash with a replica is a failover: nobody is accused of what that does to locks.
func TestACrashWithAReplicaIsAFailover(t *testing.T) {
	sc, err := scenario.Parse("taken-over", []byte(takenOver))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(4) {
				watch := props.NewWatch(props.RunOf(p, sc))
				if err := world.Run(world.Config{Scenario: sc, Strategy: p, Seed: seed}, watch); err != nil {
					t.Fatal(err)
				}
				if violations, n := watch.Violations(); n > 0 {
					t.Fatalf("seed %d: %d violations, the first is %+v", seed, n, violations[0])
				}
			}
		})
	}
}
