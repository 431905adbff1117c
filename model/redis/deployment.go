package redis

import (
	"cmp"
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/sim"
)

// Deployment is all servers of a topology. It plays the part of the Sentinels,
// or of the cluster's bus, that decide on promotions.
type Deployment struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	topology Topology
	alone    bool
	nodes    []*Node
	shards   []*shard
	slots    *slotTable // nil without a cluster
	watchers []Watcher
	random   *sim.Rand // detection and rejoining
	// histories numbers the histories of writes that there were: a promotion
	// begins a new one.
	histories   uint64
	generations uint64 // of keys, over all nodes
	filling     bool
	uncovered   int // such shards
}

// shard is a primary and its replicas.
type shard struct {
	index   int
	nodes   []*Node
	primary *Node // the one that everyone but a former one agrees on
	// uncovered says that it is known to be down, and no replica can replace it.
	uncovered bool
}

// Watcher is told of promotions: the way a Sentinel tells its clients.
type Watcher interface{ Promoted(shard, node int) }

// NewDeployment returns the empty servers of a valid topology, which all have the
// same options. Without scripts in them the servers can run the strategies'.
func NewDeployment(s *sim.Sim, r *observe.Recorder, o Options, t Topology) *Deployment {
	if err := t.Validate(); err != nil {
		panic("redis: NewDeployment: " + err.Error())
	}
	o.Name = cmp.Or(o.Name, "redis")
	d := &Deployment{sim: s, recorder: r, topology: t, alone: t.alone(), random: s.Rand(o.Name, "failover")}
	if o.Scripts == nil {
		o.Scripts = StrategyScripts()
	}
	if t.Cluster {
		d.slots = newSlotTable(t.shards())
	}
	for i := range t.shards() {
		sh := &shard{index: i}
		for range 1 + t.Replicas {
			sh.nodes = append(sh.nodes, d.newNode(sh, o))
		}
		sh.primary = sh.nodes[0]
		d.shards = append(d.shards, sh)
		d.histories++
		sh.primary.history = d.histories
		for _, n := range sh.nodes[1:] {
			n.becomeReplica()
			n.history = d.histories
			d.attach(sh.primary, n)
		}
	}
	return d
}

func (d *Deployment) newNode(sh *shard, o Options) *Node {
	n := &Node{deployment: d, index: len(d.nodes), shard: sh, up: true, plain: d.alone}
	name := o.Name
	if n.index > 0 {
		name = fmt.Sprintf("%s-%d", name, n.index+1)
	}
	n.name = name
	n.Server = newServer(d.sim, d.recorder, name, &d.generations, o)
	n.keyspace.servesExpired = d.topology.ServeExpired
	n.lag = d.sim.Rand(name, "replication lag")
	if d.topology.Replicas > 0 {
		n.keyspace.OnEffect(func(f Effect) {
			n.observe(f)
			n.ship(f)
		})
	}
	// Clients load their scripts into the primaries when they start.
	if len(sh.nodes) == 0 {
		for _, known := range o.Scripts {
			n.scripts.load(known.Text)
		}
	}
	d.nodes = append(d.nodes, n)
	return n
}

// Alone tells whether there is one server and nothing that stands in for it.
func (d *Deployment) Alone() bool { return d.alone }

// Cluster tells whether keys are spread over shards by their slots.
func (d *Deployment) Cluster() bool { return d.slots != nil }

// Nodes returns all nodes.
func (d *Deployment) Nodes() []*Node { return d.nodes }

// Shards returns the number of shards.
func (d *Deployment) Shards() int { return len(d.shards) }

// Primary returns the node that all but a former primary take for the shard's
// primary.
func (d *Deployment) Primary(shard int) *Node { return d.shards[shard].primary }

// ShardOf returns the shard that serves a key.
func (d *Deployment) ShardOf(key string) int {
	if d.slots == nil {
		return 0
	}
	return d.ShardOfSlot(Slot(key))
}

// Watch has a watcher told of promotions.
func (d *Deployment) Watch(w Watcher) { d.watchers = append(d.watchers, w) }

// Learning returns how long a client takes to know of a promotion.
func (d *Deployment) Learning(s workload.Source) time.Duration { return d.topology.Learn.Draw(s) }

// Fill writes an entry before the run begins; replicas have it at once. It is no
// command of a strategy's.
func (d *Deployment) Fill(w *observe.Work, key string, value []byte, ttl time.Duration) {
	d.filling = true
	d.shards[d.ShardOf(key)].primary.Fill(w, key, value, ttl)
	d.filling = false
}
