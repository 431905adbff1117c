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
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			requireKept(t, p, takenOver)
		})
	}
}

// A watchdog renews its lock on the former primary, which does not know yet that
// another has taken its place: there the lock runs out.
const renewedInVain = `
version: 1
name: renewed-in-vain
duration: 200ms
drain: 10s
keys: 1
processes: 1
start: cold
oversleep: 0s
arrivals: {closed: {workers: 2, think: 1ms}}
network: {request: 0s, reply: 0s}
redis: {service: 10us, client: {timeout: 20ms, redirects: 3}, servers: {cluster: true, shards: 3, replicas: 1, lag: 0s, detection: 20ms, rejoin: 50ms, learn: 0s}}
origin: {recompute: 100ms}
cache: {ttl: 100ms, lock: {ttl: 50ms, poll: 10ms}}
faults: [{do: failover, to: primary, at: 10ms}]
`

func TestARenewalOnAFormerPrimaryIsInVain(t *testing.T) {
	for _, p := range strategies.All() {
		if p.Choices.Watchdog {
			requireKept(t, p, renewedInVain)
		}
	}
}

// requireKept requires that a strategy keeps what it promises in a scenario.
func requireKept(t *testing.T, p strategies.Preset, text string) {
	t.Helper()
	sc, err := scenario.Parse(p.Name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		watch := props.NewWatch(props.RunOf(p, sc))
		if err := world.Run(world.Config{Scenario: sc, Strategy: p, Seed: seed}, watch); err != nil {
			t.Fatal(err)
		}
		if violations, n := watch.Violations(); n > 0 {
			t.Fatalf("%s, seed %d: %d violations, the first is %+v", p.Name, seed, n, violations[0])
		}
	}
}
