package world_test

import (
	"testing"
	"time"

	"stampede/model/observe"
)

// quick is a network on which nothing takes time.
const quick = "network: {request: 0s, reply: 0s}"

// Of a link with delays of its own the last row counts; the others keep the
// common ones.
func TestALinkHasDelaysOfItsOwn(t *testing.T) {
	r := runs(t, "naive", `
duration: 1s
start: warm
processes: 3
network:
  request: 1ms
  reply: 1ms
  links:
    - {process: 2, request: 50ms, reply: 7ms}
    - {process: 3, request: 50ms, reply: 7ms}
    - {process: 3, server: 1, request: 2ms, reply: 3ms}
redis: {service: 0s}
clients:
  - {name: A, at: 0s}
  - {name: B, at: 0s}
  - {name: C, at: 0s}
`, 1)
	if got := r.when(observe.ReadEnd); got != "1:2 3:5 2:57" {
		t.Errorf("reads end at %s", got)
	}
}

// A fault can be about the way to one server only: keys of the others are read as
// before.
func TestAFaultOfOneLink(t *testing.T) {
	r := runs(t, "naive", quick+`
duration: 10s
start: warm
keys: 200
arrivals: {constant: {rate: 1000/s}}
redis:
  service: 0s
  servers: {cluster: true, shards: 2}
  client: {timeout: 100ms, redirects: 3}
faults:
  - {do: partition, to: process-1, server: 2, at: 4s, for: 2s}
  - {do: delay, to: process-1, server: 1, by: 20ms, at: 8s}
`, 1)
	var late, failed, fine int
	for _, e := range r.events {
		if e.Kind == observe.ReadEnd {
			switch {
			case e.Class == observe.Error:
				failed++
				if e.At < 4*time.Second || e.At > 6100*ms {
					t.Errorf("an error at %v", e.At)
				}
			case e.Took == 40*ms, e.Took == 20*ms && e.At >= 10*time.Second: // the fault ends with the run
				late++
			case e.Took == 0:
				fine++
			default:
				t.Errorf("a read that took %v", e.Took)
			}
		}
	}
	if failed < 800 || failed > 1200 || late < 800 || late > 1200 || failed+late+fine != 10_000 {
		t.Errorf("%d failed, %d late, %d fine; want about half of 2000 each, and the rest", failed, late, fine)
	}
}

// Who waits for a reply when the connections break gets an error, though the
// command takes effect: the lock is taken, and its holder does not know.
func TestADisconnectFailsWhatIsUnderWay(t *testing.T) {
	r := runs(t, "lock", `
duration: 3s
network: {request: 10ms, reply: 10ms}
redis: {service: 0s}
cache: {lock: {ttl: 1s, poll: 100ms, wait: 2s}}
clients:
  - {name: A, at: 0s}
  - {name: B, at: 500ms}
faults:
  - {do: disconnect, to: process-1, at: 35ms}
`, 1) // 20 ms for the look, and the lock is taken at 30 ms
	if got := r.when(observe.LockAcquired); got != "1:30 1:1090" {
		t.Errorf("acquired %s", got)
	}
	if got := r.when(observe.ReadEnd); got != "1:35 1:1260" || r.Errors != 1 {
		t.Errorf("reads end at %s, %d errors", got, r.Errors)
	}
}

// A server that is cut off with one process is replaced behind its back: both sides
// take the lock.
func TestASplitBrainLetsTwoHoldersIn(t *testing.T) {
	r := runs(t, "lock", quick+`
duration: 10s
processes: 2
redis:
  service: 0s
  servers: {replicas: 1, detection: 500ms, learn: 10ms, rejoin: 1s}
  client: {timeout: 100ms, retries: 10, backoff: 100ms, backoff-max: 100ms}
cache: {lock: {ttl: 8s, poll: 100ms, wait: 9s}}
clients:
  - {name: A, process: 1, at: 1100ms, load: 3s}
  - {name: B, process: 2, at: 1200ms, load: 3s}
faults:
  - {do: partition, to: redis-1, process: 1, at: 1s, for: 3s}
`, 1)
	if *r.Redis.Failovers != 1 || r.Locks.Acquired != 2 || r.MaxConcurrentRecomputes != 2 {
		t.Errorf("%d failovers, %d locks acquired, %d recomputes at once", *r.Redis.Failovers, r.Locks.Acquired, r.MaxConcurrentRecomputes)
	}
}

// Two partitions of one server end with the later one.
func TestPartitionsOfAServerOverlap(t *testing.T) {
	r := runs(t, "naive", quick+`
duration: 10s
start: warm
redis: {service: 0s, client: {timeout: 100ms}}
clients: [{name: A, at: 50ms, every: 1s}]
faults:
  - {do: partition, to: redis, at: 2s, for: 4s}
  - {do: partition, to: redis-1, at: 4s, for: 4s}
`, 1)
	if r.Errors != 6 || r.Hits != 4 {
		t.Errorf("%d errors, %d hits; want those from 2 s to 8 s, and the rest", r.Errors, r.Hits)
	}
}

// Slots move to another shard while keys are read; nobody notices but by
// redirections.
func TestSlotsMigrate(t *testing.T) {
	r := runs(t, "naive", quick+`
duration: 10s
start: warm
keys: 200
arrivals: {constant: {rate: 1000/s}}
redis:
  service: 0s
  servers: {cluster: true, shards: 2}
  client: {redirects: 5}
faults:
  - {do: migrate, to: redis-1, by: 0.2ms, at: 2s}
`, 1)
	if r.Hits != 10_000 || r.Redis.Refused == 0 {
		t.Errorf("%d hits, %d commands redirected", r.Hits, r.Redis.Refused)
	}
	last := time.Duration(0)
	for _, e := range r.events {
		if e.Kind == observe.Refused {
			last = e.At
		}
	}
	if last < 5200*ms || last > 7*time.Second { // a client learns of a slot when it asks for it
		t.Errorf("the last redirection is at %v: want soon after half of 16384 slots have moved, in 0.4 ms each", last)
	}
}

// Loads take the read replicas in turn, and one of them lags.
func TestOneReplicaOfTheOriginLags(t *testing.T) {
	r := runs(t, "naive", instant+`
duration: 10s
origin: {recompute: 0s, replicas: 2, lag: 100ms}
cache: {ttl: 1ms}
clients:
  - {name: W, at: 1s, do: write}
  - {name: R, at: 50ms, every: 100ms}
faults:
  - {do: lag, to: origin-2, by: 4s, at: 500ms, for: 1s}
`, 1)
	// From 1050 ms on for the lag, then every other read for the fault's 4 s.
	if got := r.Outdated.Reads; got != 1+20 {
		t.Errorf("%d outdated reads", got)
	}
}

// A clock of a Redlock's server is set ahead: its lock is gone, and with it the
// majority.
func TestAFaultOfALockServer(t *testing.T) {
	const text = instant + `
duration: 20s
processes: 2
cache: {ttl: 1ms, lock: {ttl: 10s, poll: 100ms, wait: 20s}}
clients:
  - {name: A, at: 0s, load: 5s}
  - {name: B, at: 1500ms, load: 5s}
`
	held := runs(t, "redlock", text+`
faults:
  - {do: shift-clock, to: lock-server-3, by: 11s, at: 1s}
  - {do: shift-clock, to: lock-server-4, by: 11s, at: 1s}
`, 1)
	lost := runs(t, "redlock", text+`
faults:
  - {do: shift-clock, to: lock-server-3, by: 11s, at: 1s}
  - {do: shift-clock, to: lock-server-4, by: 11s, at: 1s}
  - {do: shift-clock, to: lock-server-5, by: 11s, at: 1s}
`, 1)
	if held.Overlap.Max != 1 || lost.Overlap.Max != 2 || lost.Overlap.TotalMS != 3500 {
		t.Errorf("overlap %+v with two of five servers gone, %+v with three", held.Overlap, lost.Overlap)
	}
}
