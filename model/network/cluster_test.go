package network_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/strategies"
)

func threeShards() redis.Topology {
	return redis.Topology{
		Cluster: true, Shards: 3, Replicas: 1,
		Lag: workload.Constant(ms), Sync: workload.Constant(10 * ms),
		Detection: workload.Constant(500 * ms), Rejoin: workload.Constant(100 * ms),
	}
}

// Corpus case D21 a. A script touches a lock and a helper key; the cluster takes it
// only if both are in one slot, which is what tagging the name does. Tagging what
// all names begin with does it too, and leaves all work to one node.
func TestD21AScriptNeedsItsKeysInOneSlot(t *testing.T) {
	const names = 1000
	for _, c := range []struct {
		name         string
		lock, helper string
		errors       func(int) bool
		busiest      func(int) bool // commands of the busiest of three nodes
	}{
		{
			"untagged", "lock:%d", "helper:%d",
			func(n int) bool { return n >= names-2 }, func(n int) bool { return n <= 2 },
		},
		{
			"name tagged", "lock:{%d}", "helper:{%d}",
			func(n int) bool { return n == 0 }, func(n int) bool { return n < names*4/10 },
		},
		{
			"prefix tagged", "{lock}:%d", "{lock}:helper:%d",
			func(n int) bool { return n == 0 }, func(n int) bool { return n == names },
		},
		{ // as strategies name their locks
			"LockKey", "", "key:%d",
			func(n int) bool { return n == 0 }, func(n int) bool { return n < names*4/10 },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, 0, threeShards())
			p, client := w.process("p", network.Options{Redirects: 3})
			failed, perNode := 0, make([]int, 3)
			w.at(p, 0, func() {
				for i := range names {
					helper := fmt.Sprintf(c.helper, i)
					name := strategies.LockKey(helper)
					if c.lock != "" {
						name = fmt.Sprintf(c.lock, i)
					}
					work := &observe.Work{ID: uint64(i + 1)}
					_, err := client.Do(background, redis.Request{Command: observe.SetIfAbsent, Work: work, Key: name, Token: "t", TTL: time.Hour})
					if err != nil {
						t.Fatal(err)
					}
					_, err = client.Do(background, redis.Request{
						Command: observe.PublishAndRelease, Work: work, Key: helper, Lock: name, Token: "t", TTL: time.Hour,
					})
					switch {
					case errors.Is(err, redis.ErrCrossSlot):
						failed++
					case err != nil:
						t.Fatal(err)
					default:
						perNode[w.servers.ShardOf(name)]++
					}
				}
			})
			w.run()
			busiest := max(perNode[0], perNode[1], perNode[2])
			if !c.errors(failed) || !c.busiest(busiest) {
				t.Errorf("%d of %d fail with CROSSSLOT; the nodes run %v scripts", failed, names, perNode)
			}
		})
	}
}

// Corpus case D21 b. The script is known to the first primary by its hash; the
// failover is at 5 000, A has held the lock since 4 000, B waits for it.
func TestD21ALockIsReleasedOnAFreshPrimary(t *testing.T) {
	for name, c := range map[string]struct {
		hashOnly bool
		takenAt  time.Duration
	}{
		"by hash only":     {true, 34_010 * ms}, // not before the lock's TTL is over
		"then by the text": {false, 6020 * ms},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 0, redis.Topology{
				Replicas: 1, Lag: workload.Constant(ms), Detection: workload.Constant(500 * ms),
				Learn: workload.Constant(10 * ms), Rejoin: workload.Constant(100 * ms),
			})
			p, a := w.process("a", network.Options{HashOnly: c.hashOnly})
			q, b := w.process("b", network.Options{HashOnly: c.hashOnly})
			w.at(p, 4000*ms, func() {
				if r, err := a.Do(background, lock(1, "a", 30*time.Second)); err != nil || !r.OK {
					t.Fatalf("A: %v, %v", r.OK, err)
				}
			})
			w.fault(5000*ms, func() { w.servers.Failover(0) })
			w.at(p, 6000*ms, func() {
				r, err := a.Do(background, unlock(1, "a"))
				if c.hashOnly != errors.Is(err, redis.ErrNoScript) || r.OK == c.hashOnly {
					t.Errorf("A's release: %v, %v", r.OK, err)
				}
				// One round trip, and one more for the text.
				if took, want := w.sim.Now()-6000*ms, 10*ms; !c.hashOnly && took != want {
					t.Errorf("A's release took %v, want %v", took, want)
				}
			})
			var takenAt time.Duration
			w.at(q, 4500*ms, func() {
				for takenAt == 0 {
					r, err := b.Do(background, lock(2, "b", time.Second))
					if err != nil {
						t.Fatal(err)
					}
					if r.OK {
						takenAt = w.sim.Now()
					}
					_ = q.Sleep(background, 10*ms)
				}
			})
			w.run()
			if d := takenAt - c.takenAt; d < -15*ms || d > 15*ms {
				t.Errorf("B has the lock at %v, want it around %v", takenAt, c.takenAt)
			}
		})
	}
}

// keyIn returns a key of the shard.
func (w *world) keyIn(shard int) string {
	for i := 0; ; i++ {
		if key := fmt.Sprintf("key:%d", i); w.servers.ShardOf(key) == shard {
			return key
		}
	}
}

func keyed(c observe.Command, key, value string) redis.Request {
	r := request(c, value)
	r.Key = key
	return r
}

// A slot moves: its keys go one by one, the client follows the redirections, and
// no read misses an entry that is there.
func TestAMigratingSlotLosesNothing(t *testing.T) {
	w := newWorld(t, 0, threeShards())
	p, client := w.process("p", network.Options{Redirects: 3, Retries: 5, Backoff: ms, BackoffMax: 8 * ms})
	q, other := w.process("q", network.Options{Redirects: 3})
	const slot, entries = 12739, 20
	from := w.servers.ShardOfSlot(slot)
	to := (from + 1) % 3
	key := func(i int) string { return fmt.Sprintf("{123456789}:%d", i) }
	w.at(p, 0, func() {
		for i := range entries {
			if _, err := client.Do(background, keyed(observe.Set, key(i), "v")); err != nil {
				t.Fatal(err)
			}
		}
	})
	w.fault(500*ms, func() { w.servers.Migrate([]int{slot}, to, 10*ms) })
	for at := 400 * ms; at < 1000*ms; at += 7 * ms {
		w.at(q, at, func() {
			for _, i := range []int{0, entries / 2, entries - 1} {
				if r, err := other.Do(background, keyed(observe.Get, key(i), "")); err != nil || !r.OK {
					t.Errorf("at %v: %s: %v, %v", w.sim.Now(), key(i), r.OK, err)
				}
			}
		})
	}
	// A new key of a migrating slot is made at its new home.
	w.at(p, 600*ms, func() {
		if _, err := client.Do(background, keyed(observe.Set, "{123456789}:new", "v")); err != nil {
			t.Error(err)
		}
	})
	w.run()
	if got := w.servers.ShardOfSlot(slot); got != to {
		t.Errorf("the slot is shard %d's, want %d's", got, to)
	}
	refused := w.count(observe.Refused)
	if refused == 0 {
		t.Error("no redirection was needed")
	}
	for _, e := range w.events {
		if e.Kind == observe.Look && !e.Live {
			t.Errorf("at %v a look found nothing: %v", e.At, e.Cause)
		}
	}
}

// What an observer knows of a key moves with it, and what it knows of one that is
// gone, too, whether that went before or on the way.
func TestAMigratingSlotIsKnownAsBefore(t *testing.T) {
	w := newWorld(t, 0, threeShards())
	p, client := w.process("p", network.Options{Redirects: 3})
	const slot = 12739
	to := (w.servers.ShardOfSlot(slot) + 1) % 3
	key := func(i int) string { return fmt.Sprintf("{123456789}:%d", i) }
	lives := []time.Duration{time.Hour, 100 * ms, 515 * ms, 100 * ms}
	do := func(c observe.Command, i int, ttl time.Duration) redis.Result {
		r := keyed(c, key(i), "v")
		r.TTL = ttl
		reply, err := client.Do(background, r)
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	written := make([]observe.Event, len(lives))
	w.at(p, 0, func() {
		for i, ttl := range lives {
			do(observe.Set, i, ttl)
			written[i] = w.events[len(w.events)-1]
		}
	})
	// MIGRATE says what is left of a TTL, so that it does not matter how late it is there.
	w.fault(400*ms, func() { w.servers.Primary(to).ShiftClock(time.Hour) })
	w.fault(500*ms, func() { w.servers.Migrate([]int{slot}, to, 30*ms) })
	looks := func(at time.Duration, i int, live bool, cause observe.Cause) {
		w.at(p, at, func() {
			left := do(observe.GetWithTTL, i, 0).Remaining
			e := w.events[len(w.events)-1]
			if e.Kind != observe.Look || e.Generation != written[i].Generation || e.Live != live || e.Cause != cause {
				t.Errorf("key %d at %v: %+v; it was written as generation %d", i, at, e, written[i].Generation)
			}
			if live && left.Round(time.Minute) != time.Hour {
				t.Errorf("key %d has %v left, want an hour", i, left)
			}
		})
	}
	looks(510*ms, 1, false, observe.Expired) // it went before
	looks(540*ms, 2, false, observe.Expired) // on the way
	looks(900*ms, 0, true, 0)
	looks(910*ms, 3, false, observe.Expired) // and nobody has asked until the slot was there
	w.run()
	if got := w.servers.ShardOfSlot(slot); got != to {
		t.Errorf("the slot is shard %d's, want %d's", got, to)
	}
}

// In the middle of a migration a script's keys can be apart for a while.
func TestAScriptOverAMigratingSlotIsTriedAgain(t *testing.T) {
	for retries, want := range map[int]bool{0: false, 6: true} {
		w := newWorld(t, 0, threeShards())
		p, client := w.process("p", network.Options{Redirects: 3, Retries: retries, Backoff: 8 * ms, BackoffMax: 64 * ms})
		name, helper := "{123456789}:a", "{123456789}:b"
		work := &observe.Work{ID: 1}
		w.at(p, 0, func() {
			_, err := client.Do(background, redis.Request{Command: observe.SetIfAbsent, Work: work, Key: name, Token: "t", TTL: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.Do(background, keyed(observe.Set, helper, "v")); err != nil {
				t.Fatal(err)
			}
		})
		w.fault(50*ms, func() { w.servers.Migrate([]int{12739}, 0, 20*ms) })
		w.at(p, 75*ms, func() { // the lock has gone, its helper has not
			r, err := client.Do(background, redis.Request{
				Command: observe.PublishAndRelease, Work: work, Key: helper, Lock: name, Token: "t", TTL: time.Hour,
			})
			if r.OK != want || want != (err == nil) {
				t.Errorf("with %d retries: %v, %v; want %v", retries, r.OK, err, want)
			}
			if !want && (!errors.Is(err, strategies.ErrCacheUnavailable) || !errors.Is(err, redis.ErrTryAgain)) {
				t.Errorf("without retries: %v", err)
			}
		})
		w.run()
	}
}

// A client goes on dialling a dead primary until it reloads its map.
func TestAClusterClientIsAsSlowAsItsMap(t *testing.T) {
	for refresh, want := range map[time.Duration]time.Duration{
		300 * ms:    1700 * ms, // detection at 1 500, then the next reload
		time.Minute: 60_000 * ms,
	} {
		w := newWorld(t, 0, threeShards())
		p, client := w.process("p", network.Options{Redirects: 3, Timeout: 20 * ms, Refresh: refresh})
		key := w.keyIn(1)
		w.fault(1000*ms, func() { w.servers.Crash(w.servers.Primary(1).Index()) })
		var back time.Duration
		w.at(p, 0, func() {
			for {
				_, err := client.Do(background, keyed(observe.Set, key, "v"))
				if now := w.sim.Now(); now > 1100*ms && err == nil {
					back = now
					return
				}
				_ = p.Sleep(background, 10*ms)
			}
		})
		w.run()
		if d := back - want; d < -250*ms || d > 250*ms {
			t.Errorf("with a map of up to %v the client is back at %v, want about %v", refresh, back, want)
		}
	}
}

// A primary without the majority stops answering; elsewhere life goes on.
func TestAClustersIsolatedPrimaryStepsBack(t *testing.T) {
	w := newWorld(t, 0, threeShards())
	far, farClient := w.process("far", network.Options{Redirects: 3})
	near, nearClient := w.process("near", network.Options{Redirects: 3, Timeout: 20 * ms, Refresh: 100 * ms})
	key := w.keyIn(1)
	node := w.servers.Primary(1).Index()
	w.fault(100*ms, func() { farClient.SetSide(1); w.servers.Isolate(node) })
	w.at(far, 200*ms, func() {
		if _, err := farClient.Do(background, keyed(observe.Set, key, "lost")); err != nil {
			t.Errorf("before the majority is missed: %v", err)
		}
	})
	w.at(far, 700*ms, func() {
		if _, err := farClient.Do(background, keyed(observe.Set, key, "refused")); !errors.Is(err, redis.ErrClusterDown) {
			t.Errorf("after it: %v", err)
		}
	})
	w.at(near, 700*ms, func() {
		r, err := nearClient.Do(background, keyed(observe.Get, key, ""))
		if err != nil || r.OK {
			t.Errorf("near: found %v, %v", r.OK, err)
		}
	})
	w.run()
}

// Without replicas the loss of one node takes the whole cluster down, until it is
// back.
func TestAClusterServesAllSlotsOrNone(t *testing.T) {
	top := threeShards()
	top.Replicas = 0
	w := newWorld(t, 0, top)
	p, client := w.process("p", network.Options{})
	other := w.keyIn(0)
	w.fault(100*ms, func() { w.servers.Crash(1) })
	w.fault(1000*ms, func() { w.servers.Restart(1, true) })
	for at, want := range map[time.Duration]error{300 * ms: nil, 700 * ms: redis.ErrClusterDown, 1010 * ms: nil} {
		w.at(p, at, func() {
			if _, err := client.Do(background, keyed(observe.Set, other, "v")); !errors.Is(err, want) {
				t.Errorf("at %v: %v, want %v", at, err, want)
			}
		})
	}
	w.run()
}
