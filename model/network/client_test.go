package network_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/strategies"
)

var background = context.Background()

// The client cannot tell a lost request from a lost reply: only the server knows
// whether the write was.
func TestALostRequestHasNoEffectAndALostReplyHasOne(t *testing.T) {
	for name, c := range map[string]struct {
		request, reply bool
		want           bool
	}{
		"request": {request: true},
		"reply":   {reply: true, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 0, redis.Topology{})
			p, client := w.process("p", network.Options{Timeout: 20 * ms})
			client.Link(0).Cut(c.request, c.reply)
			w.at(p, 0, func() {
				_, err := client.Do(background, request(observe.Set, "v"))
				if !errors.Is(err, strategies.ErrCacheUnavailable) || w.sim.Now() != 20*ms {
					t.Errorf("at %v: %v; want that Redis is unavailable at 20ms", w.sim.Now(), err)
				}
				client.Link(0).Cut(false, false)
				r, err := client.Do(background, request(observe.Get, ""))
				if err != nil || r.OK != c.want {
					t.Errorf("the value is there: %v, %v; want %v", r.OK, err, c.want)
				}
			})
			w.run()
		})
	}
}

// Corpus: the trap of clients that retry. The first SET NX takes effect and its
// reply is lost; the second finds the lock taken, by the same token. Nobody
// believes to hold the lock, and it lives until its TTL.
func TestARetriedAcquisitionLeavesAnOrphanLock(t *testing.T) {
	const ttl = time.Second
	for name, c := range map[string]struct {
		retries int
		report  string
	}{
		"retried":     {1, "not acquired"},
		"not retried": {0, "unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 0, redis.Topology{})
			p, client := w.process("p", network.Options{Timeout: 20 * ms, Retries: c.retries, Backoff: ms, BackoffMax: ms})
			client.Link(0).Cut(false, true)
			w.fault(15*ms, func() { client.Link(0).Cut(false, false) })
			report := ""
			w.at(p, 0, func() {
				r, err := client.Do(background, lock(1, "mine", ttl))
				switch {
				case errors.Is(err, strategies.ErrCacheUnavailable):
					report = "unavailable"
				case err == nil && !r.OK:
					report = "not acquired"
				}
				holder, err := client.Do(background, redis.Request{Command: observe.Get, Work: &observe.Work{ID: 1}, Key: "{k}:lock"})
				if err != nil || string(holder.Data) != "mine" {
					t.Errorf("the lock is held by %q, %v; want by the client's own token", holder.Data, err)
				}
			})
			w.run()
			if report != c.report {
				t.Errorf("the client is told %q, want %q", report, c.report)
			}
			for _, e := range w.events {
				if e.Kind == observe.LockContended && e.Other != e.Work {
					t.Errorf("the event does not say that the lock is the asker's own: %+v", e)
				}
			}
			if w.count(observe.LockAcquired) != 1 || w.count(observe.LockReleased) != 0 || w.count(observe.LockExpired) != 1 {
				t.Error("the lock was not taken once and left to its TTL")
			}
		})
	}
}

// With one connection commands queue in the client, and not at the server.
func TestAPoolBoundsWhatIsUnderWay(t *testing.T) {
	w := newWorld(t, 10*ms, redis.Topology{})
	p, client := w.process("p", network.Options{Connections: 1, PoolTimeout: 20 * ms})
	ends := map[string]time.Duration{}
	for _, name := range []string{"first", "second", "third"} {
		w.at(p, 0, func() {
			_, err := client.Do(background, request(observe.Get, ""))
			ends[name] = w.sim.Now()
			if late := name == "third"; late != errors.Is(err, strategies.ErrCacheUnavailable) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	w.run()
	// 2 + 10 + 3 ms each; the third gives up after 20 ms in the queue.
	if ends["first"] != 15*ms || ends["second"] != 30*ms || ends["third"] != 20*ms {
		t.Errorf("ends: %v", ends)
	}
	if w.queue != 0 {
		t.Errorf("%d commands waited at the server", w.queue)
	}
}

func TestWhoGivesUpWaitingForAConnectionIsPassedOver(t *testing.T) {
	w := newWorld(t, 10*ms, redis.Topology{})
	p, client := w.process("p", network.Options{Connections: 1})
	w.at(p, 0, func() { _, _ = client.Do(background, request(observe.Get, "")) })
	w.at(p, ms, func() {
		ctx, cancel := w.sim.WithTimeout(background, 2*ms)
		defer cancel()
		if _, err := client.Do(ctx, request(observe.Get, "")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("gave up with %v", err)
		}
	})
	var end time.Duration
	w.at(p, 2*ms, func() {
		_, _ = client.Do(background, request(observe.Get, ""))
		end = w.sim.Now()
	})
	w.run()
	if end != 30*ms {
		t.Errorf("the next in the queue ended at %v, want 30ms", end)
	}
}

// A server that takes a millisecond for a command is saturated by a thousand a
// second; the queue is what they wait in.
func TestTheQueueOfASaturatedServerIsObserved(t *testing.T) {
	w := newWorld(t, ms, redis.Topology{})
	p, client := w.process("p", network.Options{})
	for range 50 {
		w.at(p, 0, func() { _, _ = client.Do(background, request(observe.Get, "")) })
	}
	w.run()
	if w.queue != 49 {
		t.Errorf("at most %d commands waited, want 49", w.queue)
	}
	if n := w.servers.Primary(0).Queued(); n != 0 {
		t.Errorf("%d commands wait at the end", n)
	}
}

func TestTheShareOfLostMessagesIsAsGiven(t *testing.T) {
	w := newWorld(t, 0, redis.Topology{})
	p, client := w.process("p", network.Options{Timeout: 10 * ms})
	client.Link(0).SetLoss(network.Loss{Request: 0.1, Reply: 0.2})
	const n = 20_000
	var failed int
	w.at(p, 0, func() {
		for range n {
			if _, err := client.Do(background, request(observe.Set, "v")); err != nil {
				failed++
			}
		}
	})
	w.run()
	effects := w.count(observe.Publish)
	// 4 standard deviations of a binomial are below 0.012 of n.
	for _, c := range []struct {
		what  string
		share float64
		want  float64
	}{{"took effect", float64(effects) / n, 0.9}, {"failed", float64(failed) / n, 1 - 0.9*0.8}} {
		if d := c.share - c.want; d > 0.012 || d < -0.012 {
			t.Errorf("%s: a share of %.4f, want %.2f", c.what, c.share, c.want)
		}
	}
}

// A machine that is up refuses connections to a server that is down; what the
// server had not answered is lost.
func TestACrashedServerRefuses(t *testing.T) {
	w := newWorld(t, 10*ms, redis.Topology{})
	p, client := w.process("p", network.Options{})
	var errs []error
	for _, at := range []time.Duration{0, 0, 20 * ms} {
		w.at(p, at, func() {
			_, err := client.Do(background, request(observe.Set, "v"))
			errs = append(errs, err)
		})
	}
	w.fault(5*ms, func() { w.servers.Crash(0) })
	w.fault(30*ms, func() { w.servers.Restart(0, true) })
	w.at(p, 40*ms, func() {
		r, err := client.Do(background, request(observe.Get, ""))
		if err != nil || r.OK {
			t.Errorf("after the restart: %v, %v; want nothing", r.OK, err)
		}
	})
	w.run()
	// The first was executed on arrival, at 2 ms, and its reply was sent.
	if len(errs) != 3 || errs[0] != nil || !errors.Is(errs[1], strategies.ErrCacheUnavailable) || !errors.Is(errs[2], redis.ErrConnectionLost) {
		t.Errorf("the three writes: %v", errs)
	}
}

func TestACrashedProcessLosesItsConnections(t *testing.T) {
	w := newWorld(t, 10*ms, redis.Topology{})
	p, client := w.process("p", network.Options{Connections: 1})
	w.at(p, 0, func() { _, _ = client.Do(background, request(observe.Get, "")) })
	w.fault(ms, func() {
		p.Crash()
		client.Reset()
		p.Restart()
		w.at(p, 20*ms, func() {
			if _, err := client.Do(background, request(observe.Get, "")); err != nil || w.sim.Now() != 35*ms {
				t.Errorf("at %v: %v", w.sim.Now(), err)
			}
		})
	})
	w.run()
}
