package world_test

import (
	"testing"

	"stampede/model/observe"
)

// instant is the conventions of the corpus: nothing takes time but loads and
// pauses.
const instant = `
network: {request: 0s, reply: 0s}
redis: {service: 0s}
`

// D01: a late holder deletes the next holder's lock. The values live for a
// millisecond only: the case is about a lock, not about a cache.
func TestD01ALateHolderDeletesTheNextHoldersLock(t *testing.T) {
	const text = instant + `
duration: 40s
processes: 3
cache: {ttl: 1ms, lock: {ttl: 10s, poll: 100ms, wait: 1h}}
clients:
  - {name: A, at: 0s, load: 15s}
  - {name: B, at: 10100ms, load: 8s}
  - {name: X, at: 15100ms, load: 3s}
`
	faulty := runs(t, "lock-plain-del", text, 1)
	if got := faulty.when(observe.LockAcquired); got != "1:0 2:10100 3:15100" {
		t.Errorf("faulty: acquired %s", got)
	}
	// X's load ends with B's, which comes first: B deletes X's lock in turn.
	if got := faulty.when(observe.LockForeignDelete); got != "1:15000 2:18100" {
		t.Errorf("faulty: foreign deletes %s", got)
	}
	if o := faulty.Overlap; o.TotalMS != 4900+3000 || o.LongestMS != 4900 || o.Max != 2 {
		t.Errorf("faulty: overlap %+v, want 4,900 ms by expiry and 3,000 ms by the delete", o)
	}
	right := runs(t, "lock", text, 1)
	if got := right.when(observe.LockAcquired); got != "1:0 2:10100 3:18200" {
		t.Errorf("right: acquired %s", got)
	}
	if o := right.Overlap; right.ForeignDeletes != 0 || o.TotalMS != 4900 || right.when(observe.LockLost) != "1:15000" {
		t.Errorf("right: %d foreign deletes, overlap %+v, lost %s", right.ForeignDeletes, o, right.when(observe.LockLost))
	}
}

// D02 (a): no renewal, so a slow holder loses its lock.
func TestD02ALockExpiresDuringTheRecompute(t *testing.T) {
	r := runs(t, "lock", instant+`
duration: 30s
processes: 2
cache: {lock: {ttl: 4500ms, poll: 100ms, wait: 5s}}
clients:
  - {name: A, at: 0s, load: 12s}
  - {name: B, at: 200ms, load: 12s}
`, 1)
	if got := r.when(observe.LockAcquired); got != "1:0 2:4600" || r.Recomputes != 2 || r.Overlap.TotalMS != 7400 {
		t.Errorf("acquired %s, %d recomputes, overlap %+v; want B at 4600, 2, 7400 ms", got, r.Recomputes, r.Overlap)
	}
}

// D06 (a): the leader dies. Competing for the lock leaves one successor, at the
// first poll after the lock's TTL.
func TestD06TheLeaderDies(t *testing.T) {
	r := runs(t, "lock", instant+`
duration: 20s
processes: 21
cache: {lock: {ttl: 5s, poll: 100ms, wait: 6s}}
origin: {recompute: 1s}
clients:
  - {name: leader, process: 21, at: 0s, load: 10s}
`+waiters(20, 10)+`
faults:
  - {do: crash, to: process-21, at: 1s}
`, 1)
	if got := r.when(observe.RecomputeStart); got != "21:0 1:5010" || r.AbandonedLoads != 1 || r.Crashed != 1 || r.ViolationCount != 0 {
		t.Errorf("recomputes %s, %d abandoned, %d crashed, violations %+v", got, r.AbandonedLoads, r.Crashed, r.Violations)
	}
}

// D07 (a): the load fails at 50; the lock is released in all exits, and the next
// read recomputes at once.
func TestD07AFailedLoadReleasesTheLock(t *testing.T) {
	r := runs(t, "lock", instant+`
duration: 10s
processes: 2
cache: {lock: {ttl: 100s, poll: 10ms, wait: 200s}}
clients:
  - {name: A, at: 0s, load: 50ms, fails: true}
  - {name: B, at: 100ms, load: 50ms}
`, 1)
	if got := r.when(observe.RecomputeStart); got != "1:0 2:100" || r.Errors != 1 {
		t.Errorf("recomputes %s, %d errors", got, r.Errors)
	}
}

// D14: a caller that leaves fails nobody else.
func TestD14ACancelledLeaderPoisonsNoOne(t *testing.T) {
	r := runs(t, "singleflight", instant+`
duration: 1s
origin: {recompute: 200ms}
clients:
  - {name: leader, at: 0s, cancel: 50ms}
`+waiters(99, 0), 1)
	if r.Errors != 1 || r.Misses != 99 || r.Recomputes != 1 || r.LatencyMS.Max > 200.1 { // the histogram rounds up
		t.Errorf("%d errors, %d misses, %d recomputes, %v ms at most; want 1, 99, 1, 200", r.Errors, r.Misses, r.Recomputes, r.LatencyMS.Max)
	}
}

// D19 (a): an invalidation between a read and its fill finds nothing to remove.
func TestD19AnOldValueIsStoredAfterAnInvalidation(t *testing.T) {
	r := runs(t, "naive", instant+`
duration: 60s
cache: {ttl: 1h}
writes: {rate: 0/s, then: invalidate}
clients:
  - {name: A, at: 0s, load: 10ms}
  - {name: W, at: 7ms, do: write}
  - {name: B, at: 20ms, every: 1s}
`, 1)
	if r.Recomputes != 1 || r.Outdated.Reads != 60 || r.Outdated.LongestMS != 59_013 {
		t.Errorf("%d recomputes, outdated %+v; want 1, 60 reads, 59,013 ms", r.Recomputes, r.Outdated)
	}
}

// D22 (b): a lagging replica of the database refills the cache with the old row.
func TestD22ALaggingReplicaRefillsTheCache(t *testing.T) {
	const text = instant + `
duration: 400s
start: warm
origin: {recompute: 0s, lag: 500ms}
cache: {ttl: 300s}
clients:
  - {name: W, at: 0s, do: write}
  - {name: R, at: 100ms, every: 100ms}
`
	faulty := runs(t, "naive", text+"writes: {rate: 0/s, then: invalidate}\n", 1)
	if o := faulty.Outdated; o.LongestMS != 300_100 {
		t.Errorf("invalidate: outdated %+v, want up to 300,100 ms", o)
	}
	right := runs(t, "naive", text+"writes: {rate: 0/s, then: write-through}\n", 1)
	if o := right.Outdated; o.LongestMS > 500 {
		t.Errorf("write-through: outdated %+v, want up to 500 ms", o)
	}
}
