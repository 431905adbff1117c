package world_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"stampede/model/network"
	"stampede/model/redis"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/model/world"
)

// Goal: whatever goes wrong with Redis, every read ends, and once all is healed the
// servers agree. Method: two seconds of faults drawn from the seed, in three
// topologies; then everything is healed; then, after the reads, the nodes of each
// shard are compared.
func TestServersConvergeAfterAnyFaults(t *testing.T) {
	topologies := map[string]redis.Topology{
		"sentinels": sentinels(),
		"cluster": {
			Cluster: true, Shards: 3, Replicas: 2, Lag: workload.Exponential(2 * ms), Sync: workload.Constant(100 * ms),
			Detection: workload.Constant(300 * ms), Rejoin: workload.Constant(100 * ms),
		},
		"old servers": {
			Replicas: 1, Lag: workload.Exponential(20 * ms), RelativeTTL: true, ServeExpired: true,
			Detection: workload.Constant(200 * ms),
		},
	}
	for name, topology := range topologies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(4) {
				c := config(t, "hundred-keys", "lock", seed)
				c.Scenario.Duration, c.Scenario.From = scenario.Length(4*time.Second), 0
				c.Topology = topology
				c.Client = network.GoRedis()
				c.Client.Timeout, c.Client.PoolTimeout, c.Client.Refresh = 30*ms, 50*ms, 200*ms
				c.Client.Reads = network.Reads(seed % 3)
				c.Faults = func(f *world.Faults) { chaos(t, f, !topology.RelativeTTL, seed, c.Scenario.Processes) }
				r, digest := play(t, c)
				if _, again := play(t, c); again != digest {
					t.Errorf("seed %d: digests %s and %s", seed, digest, again)
				}
				if r.Unfinished != 0 || r.Hits == 0 {
					t.Errorf("seed %d: %d reads have no end, %d hit", seed, r.Unfinished, r.Hits)
				}
			}
		})
	}
}

// chaos schedules faults from 0.5 to 2.5 s, the healing of all at 2.5 s, and a
// comparison long after the last read.
func chaos(t *testing.T, f *world.Faults, deadlines bool, seed uint64, processes int) {
	r := rand.New(rand.NewPCG(seed, 1))
	nodes := len(f.Redis().Nodes())
	for range 12 {
		f.At(500*ms+time.Duration(r.IntN(2000))*ms, fault(r, f, nodes, processes))
	}
	f.At(2500*ms, func() {
		for n := range nodes {
			f.Redis().Restart(n, true)
			f.Heal([]int{n}, nil)
		}
		for p := range processes {
			f.Heal(nil, []int{p})
			for n := range nodes {
				f.Client(p).Link(n).Cut(false, false)
				f.Client(p).Link(n).SetLoss(network.Loss{})
			}
		}
	})
	f.At(20*time.Second, func() { compare(t, f.Redis(), deadlines, seed) })
}

// fault draws one.
func fault(r *rand.Rand, f *world.Faults, nodes, processes int) func() {
	node, process, flag := r.IntN(nodes), r.IntN(processes), r.IntN(2) == 0
	d := f.Redis()
	switch r.IntN(8) {
	case 0:
		return func() { d.Crash(node) }
	case 1:
		return func() { d.Restart(node, flag) }
	case 2:
		return func() { f.Partition([]int{node}, []int{process}) }
	case 3:
		return func() { f.Heal([]int{node}, []int{process}) }
	case 4:
		return func() { d.Failover(r.IntN(d.Shards())) }
	case 5:
		return func() { f.Client(process).Link(node).Cut(flag, !flag) }
	case 6:
		return func() { f.Client(process).Link(node).SetLoss(network.Loss{Request: 0.1, Reply: 0.1}) }
	}
	slot := redis.Slot(workload.KeyName(r.IntN(100)))
	return func() {
		if !d.Cluster() || d.Migrating(slot) {
			return
		}
		d.Migrate(slot, (d.ShardOfSlot(slot)+1)%d.Shards(), 20*ms)
	}
}

// compare looks for nodes that differ from their shard's primary.
func compare(t *testing.T, d *redis.Deployment, deadlines bool, seed uint64) {
	for shard := range d.Shards() {
		primary := d.Primary(shard)
		for _, n := range primary.Shard() {
			if n.Primary() != (n == primary) || !n.Up() || n.Side() != 0 {
				t.Errorf("seed %d: node %d of shard %d is a primary: %v; up: %v", seed, n.Index(), shard, n.Primary(), n.Up())
			}
			if a, b := contents(n, deadlines), contents(primary, deadlines); a != b || n.Offset() != primary.Offset() {
				t.Errorf("seed %d: node %d has %d writes and holds\n%s\nits primary has %d and holds\n%s",
					seed, n.Index(), n.Offset(), a, primary.Offset(), b)
			}
		}
	}
}

// contents are the entries that the run has left; with their deadlines, unless
// each server has its own.
func contents(n *redis.Node, deadlines bool) string {
	text := ""
	for i := range 100 {
		if e := n.Keyspace().Peek(0, workload.KeyName(i)); e != nil {
			text += e.Key() + "; "
			if deadlines {
				text += fmt.Sprintf("until %d; ", e.Deadline())
			}
		}
	}
	return text
}
