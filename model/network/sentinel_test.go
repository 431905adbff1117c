package network_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/strategies"
)

func pair() redis.Topology {
	return redis.Topology{
		Replicas: 1, Lag: workload.Constant(ms), Sync: workload.Constant(10 * ms),
		Detection: workload.Constant(500 * ms), Rejoin: workload.Constant(200 * ms), Learn: workload.Constant(30 * ms),
	}
}

// A partition with clients on both sides: each side has a primary, and each client
// is served by the one on its side; afterwards there is one, and the far side's
// writes are lost.
func TestEachSideOfAPartitionIsServed(t *testing.T) {
	w := newWorld(t, 0, pair())
	far, farClient := w.process("far", network.Options{Timeout: 20 * ms, Retries: 1, Backoff: ms, BackoffMax: ms})
	near, nearClient := w.process("near", network.Options{Timeout: 20 * ms})
	w.fault(1000*ms, func() { farClient.SetSide(1); w.servers.Isolate(0) })
	w.fault(3000*ms, func() { farClient.SetSide(0); w.servers.Heal(0) })

	var nearDown, nearUp time.Duration
	for at := 10 * ms; at < 4000*ms; at += 50 * ms {
		w.at(near, at, func() {
			_, err := nearClient.Do(background, keyed(observe.Set, "near", "v"))
			switch {
			case err == nil && nearDown > 0 && nearUp == 0:
				nearUp = w.sim.Now()
			case err != nil && nearDown == 0:
				nearDown = w.sim.Now()
			case err != nil && !errors.Is(err, strategies.ErrCacheUnavailable):
				t.Error(err)
			}
		})
		w.at(far, at, func() {
			if _, err := farClient.Do(background, keyed(observe.Set, "far", w.sim.Now().String())); err != nil {
				t.Errorf("far, at %v: %v", w.sim.Now(), err)
			}
		})
	}
	w.at(far, 1500*ms, func() {
		if _, err := farClient.Do(background, keyed(observe.Set, "lost", "v")); err != nil {
			t.Error(err)
		}
	})
	w.at(near, 5000*ms, func() {
		r, err := nearClient.Do(background, keyed(observe.Get, "lost", ""))
		if err != nil || r.OK {
			t.Errorf("what was written on the far side is there: %v, %v", r.OK, err)
		}
		r, err = nearClient.Do(background, keyed(observe.Get, "far", ""))
		if err != nil || !r.OK {
			t.Errorf("the far client does not write to the new primary: %v, %v", r.OK, err)
		}
	})
	w.run()
	// 500 ms of detection, and the next attempt asks the Sentinels.
	if nearDown < 1000*ms || nearDown > 1100*ms || nearUp < 1500*ms || nearUp > 1600*ms {
		t.Errorf("near is cut off from %v to %v", nearDown, nearUp)
	}
	if n := w.count(observe.Promotion); n != 1 {
		t.Errorf("%d promotions", n)
	}
}

// Who hears of a promotion from the Sentinels does not need an error to learn.
func TestAClientHearsOfAPromotion(t *testing.T) {
	w := newWorld(t, 0, pair())
	p, client := w.process("p", network.Options{})
	w.fault(100*ms, func() { w.servers.Failover(0) })
	w.at(p, 200*ms, func() { // after the promotion is known, before the former primary refuses
		if _, err := client.Do(background, keyed(observe.Set, "k", "v")); err != nil {
			t.Error(err)
		}
		if n := w.servers.Nodes()[1].Keyspace().Len(); n != 1 {
			t.Errorf("the new primary has %d keys", n)
		}
	})
	w.run()
}

// Where the primary is gone, too, a client finds the next one when its Sentinel knows
// of it: to ask sooner gives the former one.
func TestAClientWaitsForItsSentinelToKnow(t *testing.T) {
	for _, learn := range []time.Duration{0, 500 * ms, 5000 * ms} {
		top := pair()
		top.Learn = workload.Constant(learn)
		w := newWorld(t, 0, top)
		p, client := w.process("p", network.Options{Timeout: 20 * ms})
		w.fault(1000*ms, func() { w.servers.Isolate(0) })
		var up time.Duration
		for at := 1100 * ms; at < 8000*ms; at += 50 * ms {
			w.at(p, at, func() {
				if _, err := client.Do(background, keyed(observe.Set, "k", "v")); err == nil && up == 0 {
					up = w.sim.Now()
				}
			})
		}
		w.run()
		// It is noticed after 500 ms, and a command is sent every 50.
		if least := 1500*ms + learn; up < least || up > least+100*ms {
			t.Errorf("learn %v: the new primary answers from %v on", learn, up)
		}
	}
}

func TestReadsFromReplicasAreLate(t *testing.T) {
	top := pair()
	top.Lag = workload.Constant(50 * ms)
	for reads, want := range map[network.Reads]bool{network.FromPrimary: true, network.FromReplicas: false} {
		w := newWorld(t, 0, top)
		p, client := w.process("p", network.Options{Reads: reads})
		w.at(p, 0, func() {
			if _, err := client.Do(background, keyed(observe.Set, "k", "v")); err != nil {
				t.Error(err)
			}
			if r, err := client.Do(background, keyed(observe.Get, "k", "")); err != nil || r.OK != want {
				t.Errorf("reads %d: at once: %v, %v", reads, r.OK, err)
			}
			_ = p.Sleep(background, 100*ms)
			if r, err := client.Do(background, keyed(observe.Get, "k", "")); err != nil || !r.OK {
				t.Errorf("reads %d: later: %v, %v", reads, r.OK, err)
			}
		})
		w.run()
	}
}

func TestRetriesPauseInBetween(t *testing.T) {
	w := newWorld(t, 0, redis.Topology{})
	p, client := w.process("p", network.Options{Timeout: 20 * ms, Retries: 2, Backoff: ms, BackoffMax: ms})
	client.Link(0).Cut(true, false)
	w.at(p, 0, func() {
		_, err := client.Do(background, request(observe.Get, ""))
		if !errors.Is(err, strategies.ErrCacheUnavailable) || w.sim.Now() != 62*ms {
			t.Errorf("at %v: %v; want three attempts of 20 ms with two pauses of 1 ms", w.sim.Now(), err)
		}
	})
	w.run()
}

func TestSettingsOutOfRangeAreNamed(t *testing.T) {
	for name, o := range map[string]network.Options{
		"connections": {Connections: -1}, "pool timeout": {PoolTimeout: -1}, "timeout": {Timeout: -1},
		"retries": {Retries: network.RetriesMax + 1}, "backoff": {Backoff: 2, BackoffMax: 1},
		"reads": {Reads: network.FromAny + 1}, "redirects": {Redirects: -1}, "refresh": {Refresh: -1},
	} {
		if err := o.Validate(); err == nil || !strings.Contains(err.Error(), name+" is ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, top := range map[string]redis.Topology{
		"shards": {Shards: 2}, "replicas": {Replicas: -1}, "detection": {Replicas: 1},
		"elect": {Elect: redis.ByNode + 1}, "priorities": {Priorities: []int{1, 2}},
	} {
		if err := top.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	goRedis := network.Options{ // the defaults of go-redis v9 on a machine with one processor
		Connections: 10, PoolTimeout: 4 * time.Second, Timeout: 3 * time.Second,
		Retries: 3, Backoff: 8 * ms, BackoffMax: 512 * ms, Redirects: 3, Refresh: time.Minute,
	}
	for _, ok := range []interface{ Validate() error }{network.Options{}, goRedis, redis.Topology{}, pair(), threeShards()} {
		if err := ok.Validate(); err != nil {
			t.Errorf("%+v: %v", ok, err)
		}
	}
}
