package world_test

import (
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
)

// steady is two processes with a read of a key of its own each, now and then.
const steady = instant + `
duration: 10s
processes: 2
keys: 1
origin: {recompute: 100ms}
cache: {ttl: 1s, lock: {ttl: 2s, poll: 10ms, wait: 5s}}
`

// Every read ends once, and every recompute, in whatever way.
func TestACrashEndsWhatAProcessWasAt(t *testing.T) {
	r := runs(t, "singleflight", steady+`
slots: 2
clients:
  - {name: A, process: 1, at: 0s}
  - {name: B, process: 1, at: 10ms}
  - {name: C, process: 1, at: 20ms} # waits for a slot
  - {name: D, process: 1, at: 60ms} # goes to the other process
  - {name: E, process: 1, at: 2s}
faults:
  - {do: crash, to: process-1, at: 50ms, for: 1s}
`, 1)
	if r.Crashed != 3 || r.AbandonedLoads != 1 || r.Misses != 2 || r.MaxConcurrentRecomputes != 1 {
		t.Errorf("%d crashed, %d abandoned, %d misses, %d at once; want 3, 1, 2, 1", r.Crashed, r.AbandonedLoads, r.Misses, r.MaxConcurrentRecomputes)
	}
	if got := r.when(observe.RecomputeStart, observe.RecomputeAbandoned); got != "1:0 1:50 2:60 1:2000" {
		t.Errorf("recomputes %s", got)
	}
	if got := r.when(observe.FaultStart, observe.FaultEnd); got != "1:50 1:1050" {
		t.Errorf("faults %s", got)
	}
	if got := r.when(observe.JobCrashed, observe.ReadCrashed); got != "1:50 1:50 1:50 1:50" { // the flight, and three reads
		t.Errorf("crashed %s", got)
	}
}

// A crashed holder sends no release: the others wait for its lock's TTL.
func TestACrashedHolderKeepsItsLock(t *testing.T) {
	r := runs(t, "lock", steady+`
clients:
  - {name: A, process: 1, at: 0s}
  - {name: B, process: 2, at: 10ms}
faults:
  - {do: crash, to: lock-holder, at: 50ms}
`, 1)
	if got := r.when(observe.LockAcquired, observe.LockReleased, observe.LockExpired); got != "1:0 1:2001 2:2010 2:2110" {
		t.Errorf("locks %s", got)
	}
	if r.ViolationCount != 0 || r.Crashed != 1 || r.Misses != 1 {
		t.Errorf("violations %+v, %d crashed, %d misses", r.Violations, r.Crashed, r.Misses)
	}
}

// A paused holder goes on after its lock has expired, as if no time had passed.
func TestAPausedHolderComesTooLate(t *testing.T) {
	r := runs(t, "lock", steady+`
clients:
  - {name: A, process: 1, at: 0s}
  - {name: B, process: 2, at: 10ms}
faults:
  - {do: pause, to: actor, upon: acquisition, nth: 1, after: 50ms, for: 3s}
`, 1)
	if got := r.when(observe.LockAcquired, observe.LockLost); got != "1:0 2:2010 1:3050" || r.Overlap.TotalMS != 100 {
		t.Errorf("locks %s, overlap %+v", got, r.Overlap)
	}
}

// Latency counts from when the client asked, not from when it got a slot or the
// process went on.
func TestLatencyCountsFromTheArrival(t *testing.T) {
	r := runs(t, "naive", steady+`
slots: 1
start: warm
clients:
  - {name: A, process: 1, at: 100ms}
faults:
  - {do: pause, to: process-1, at: 50ms, for: 800ms}
`, 1)
	if r.LatencyMS.Max < 750 || r.LatencyMS.Max > 751 || r.Hits != 1 {
		t.Errorf("latency %v ms, %d hits; want 750, 1", r.LatencyMS.Max, r.Hits)
	}
	r = runs(t, "naive", steady+`
slots: 1
clients:
  - {name: A, process: 1, at: 0s}
  - {name: B, process: 1, at: 10ms}
`, 1)
	// B waits 90 ms for the slot and then finds A's value.
	if r.LatencyMS.P50 > 90.1 || r.LatencyMS.P50 < 90 || r.Hits != 1 || r.Misses != 1 {
		t.Errorf("latencies %+v, %d hits, %d misses", r.LatencyMS, r.Hits, r.Misses)
	}
}

// A rolling deploy loses no read: each process drains before it goes, and the
// others take its share.
func TestARollingDeployLosesNothing(t *testing.T) {
	const text = `
duration: 20s
processes: 4
origin: {recompute: 100ms}
cache: {ttl: 1s}
arrivals: {poisson: {rate: 200/s}}
faults:
  - {do: restart, to: all, at: 2s, for: 1s, stagger: 3s}
`
	r := runs(t, "singleflight", text, 1)
	if r.Crashed != 0 || r.Errors != 0 || r.Faults != 4 {
		t.Errorf("%d crashed, %d errors, %d faults", r.Crashed, r.Errors, r.Faults)
	}
	var served [4][20]int
	for _, e := range r.events {
		if e.Kind == observe.ReadStart {
			served[e.Process][e.At/time.Second]++
		}
	}
	// Process 2 goes at 5 s, for a second and what it takes to drain.
	if served[1][4] < 30 || served[1][5] > 10 || served[1][7] < 30 || served[2][5] > 85 {
		t.Errorf("reads served each second: %v", served)
	}
	// All at once, nobody is there to ask.
	all := runs(t, "singleflight", strings.Replace(text, ", stagger: 3s", "", 1), 1)
	if all.Errors < 150 || all.Errors > 250 {
		t.Errorf("all at once: %d errors, want about 200", all.Errors)
	}
}

// A clock that jumps ahead makes the waiting time look over.
func TestAShiftedClockEndsAWait(t *testing.T) {
	r := runs(t, "lock", steady+`
clients:
  - {name: A, process: 1, at: 0s, load: 4s}
  - {name: B, process: 2, at: 10ms}
faults:
  - {do: shift-clock, to: process-2, by: 5s, at: 1s}
`, 1)
	if r.Errors != 1 || r.LatencyMS.P50 > 1000.9 {
		t.Errorf("%d errors, latencies %+v; want B to give up after a second", r.Errors, r.LatencyMS)
	}
	// The server's clock: the lock is gone at once.
	r = runs(t, "lock", steady+`
clients:
  - {name: A, process: 1, at: 0s, load: 1s}
  - {name: B, process: 2, at: 10ms}
faults:
  - {do: shift-clock, to: redis, by: 3s, at: 505ms}
`, 1)
	if got := r.when(observe.LockAcquired, observe.LockExpired); got != "1:0 1:505 2:510" {
		t.Errorf("locks %s", got)
	}
}

// What a fault does ends with it: an outage, a slow origin, lost messages.
func TestFaultsEnd(t *testing.T) {
	const text = `
duration: 10s
processes: 2
keys: 20
origin: {recompute: 10ms, connections: 8}
cache: {ttl: 200ms}
arrivals: {poisson: {rate: 500/s}}
faults:
`
	errorsIn := func(r run, from, to time.Duration) (inside, outside int) {
		for _, e := range r.events {
			if e.Kind == observe.ReadEnd && e.Class == observe.Error {
				if e.At >= from && e.At <= to {
					inside++
				} else {
					outside++
				}
			}
		}
		return inside, outside
	}
	for _, fault := range []string{"do: outage", "do: fail, share: 50%", "do: limit, rate: 1/s"} {
		r := runs(t, "naive", text+"  - {"+fault+", to: origin, at: 4s, for: 2s}\n", 1)
		if in, out := errorsIn(r, 4*time.Second, 6*time.Second); in < 50 || out > 0 {
			t.Errorf("%s: %d errors while it lasts, %d else", fault, in, out)
		}
	}
	for _, fault := range []string{"do: slow, factor: 30", "do: brown-out, share: 1%"} {
		r := runs(t, "naive", text+"  - {"+fault+", to: origin, at: 4s, for: 2s}\n", 1)
		slow := 0
		for _, e := range r.events {
			if e.Kind == observe.ReadEnd && e.Took > 100*ms && e.At > 4*time.Second {
				slow++
			}
			if e.Kind == observe.ReadEnd && e.Took > 100*ms && (e.At < 4*time.Second || e.At > 9*time.Second) {
				t.Errorf("%s: a read that ends at %v took %v", fault, e.At, e.Took)
				break
			}
		}
		if slow < 50 {
			t.Errorf("%s: only %d slow reads", fault, slow)
		}
	}
}

// A fault that holds while a lock is held ends with it.
func TestAFaultLastsAsLongAsALockIsHeld(t *testing.T) {
	r := runs(t, "lock", steady+`
clients:
  - {name: A, process: 1, at: 0s, every: 2s, times: 2}
faults:
  - {do: slow, to: origin, factor: 2, upon: hold, after: 10ms}
`, 1)
	if got := r.when(observe.LockAcquired, observe.FaultStart, observe.FaultEnd); got != "1:0 0:10 0:100 1:2000 0:2010 0:2100" {
		t.Errorf("%s", got)
	}
}

// In the heal phase all faults end, and none begins any more.
func TestTheHealPhaseEndsAllFaults(t *testing.T) {
	r := runs(t, "lock", `
duration: 60s
processes: 5
keys: 50
origin: {recompute: 50ms, connections: 10}
cache: {ttl: 2s, lock: {ttl: 1s}}
arrivals: {poisson: {rate: 300/s}}
faults:
  - {do: crash, to: any, calm: 0.5s + exp(3s), for: 0.1s + exp(1s)}
  - {do: pause, to: 30%, calm: 0.5s + exp(3s), for: 0.1s + exp(1s)}
  - {do: outage, to: origin, calm: 0.5s + exp(3s), for: 0.1s + exp(1s)}
  - {do: brown-out, to: origin, at: 30s, share: 10%}
  - {do: crash, to: process-5, at: 39s}
heal: {at: 40s, within: 5s}
`, 3)
	begun, over := 0, 0
	for _, e := range r.events {
		switch {
		case e.Kind == observe.FaultStart:
			begun++
		case e.Kind == observe.FaultEnd:
			over++
		}
		if late := e.At > 40*time.Second; late && (e.Kind == observe.FaultStart || e.Kind == observe.FaultEnd) ||
			e.At > 45*time.Second && e.Kind == observe.ReadEnd && e.Class == observe.Error {
			t.Fatalf("%v at %v", e.Kind, e.At)
		}
	}
	if begun != over || begun < 20 || r.when(observe.Healed, observe.Settled) != "0:40000 0:45000" {
		t.Errorf("%d faults began, %d ended, healed %s", begun, over, r.when(observe.Healed, observe.Settled))
	}
	if r.ViolationCount != 0 {
		t.Errorf("violations %+v", r.Violations)
	}
}

// The same seed has the same faults, another has others.
func TestDrawnFaultsBelongToTheSeed(t *testing.T) {
	t.Parallel()
	const text = `
duration: 20s
processes: 3
arrivals: {closed: {workers: 20, think: 5ms}}
faults:
  - {do: crash, to: any, calm: exp(1s), for: exp(300ms), chance: 50%}
  - {do: pause, to: any, calm: exp(1s), for: exp(300ms), chance: 50%}
`
	seen := make(map[string]bool)
	for seed := range uint64(10) {
		a, b := runs(t, "two-tier", text, seed), runs(t, "two-tier", text, seed)
		times := a.when(observe.FaultStart)
		if times != b.when(observe.FaultStart) || len(a.events) != len(b.events) {
			t.Errorf("seed %d: two runs differ", seed)
		}
		seen[times] = true
	}
	if len(seen) < 7 {
		t.Errorf("only %d of ten seeds have faults of their own", len(seen))
	}
}
