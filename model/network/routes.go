package network

import (
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
)

// routes is a client's idea of which server serves what.
type routes struct {
	client     *Client
	deployment *redis.Deployment
	alone      bool
	cluster    bool
	primary    int // without a cluster
	told       int // the primary, as the client's Sentinel has it

	// Of a cluster, as it was when it was last asked: the shards of the slots, and their
	// primaries; and by slot the nodes that redirections have named since.
	slots     redis.SlotMap
	primaries []int
	moved     map[int]int
	learned   time.Duration
}

func newRoutes(c *Client, d *redis.Deployment) routes {
	r := routes{client: c, deployment: d, alone: d.Alone(), cluster: d.Cluster()}
	switch {
	case r.cluster:
		r.loadMap()
	case !r.alone:
		d.Watch(c)
	}
	return r
}

// choose returns the node to send a request to.
func (t *routes) choose(r *redis.Request) int {
	primary := t.primary
	if t.cluster {
		if every := t.client.options.Refresh; every > 0 && t.client.sim.Now()-t.learned >= every {
			t.loadMap()
		}
		primary = t.serving(redis.Slot(r.Key))
	}
	reads := t.client.options.Reads
	if reads == FromPrimary || r.Command != observe.Get && r.Command != observe.GetWithTTL {
		return primary
	}
	r.FromReplica = true
	members := t.deployment.Nodes()[primary].Shard()
	n := len(members)
	if n == 1 {
		return primary
	}
	if reads == FromAny {
		return members[t.client.random.IntN(n)].Index()
	}
	i := t.client.random.IntN(n - 1)
	if members[i].Index() >= primary { // step over the primary
		i++
	}
	return members[i].Index()
}

// loadMap asks the cluster which node serves each slot. (CLUSTER SLOTS)
func (t *routes) loadMap() {
	t.learned = t.client.sim.Now()
	if t.client.side != 0 {
		return
	}
	d := t.deployment
	t.slots, t.primaries, t.moved = d.SlotMap(), t.primaries[:0], make(map[int]int)
	for shard := range d.Shards() {
		t.primaries = append(t.primaries, d.Primary(shard).Index())
	}
}

// serving returns the node that serves a slot, as far as the client knows.
func (t *routes) serving(slot int) int {
	if node, moved := t.moved[slot]; moved {
		return node
	}
	return t.primaries[t.slots.Shard(slot)]
}

// redirected learns from a redirection: that one slot has moved.
func (t *routes) redirected(r *redis.Redirect) {
	if !r.Ask {
		t.moved[r.Slot] = r.Node
	}
}

// ask asks the client's Sentinel, where there is one, for the primary: a new
// connection does, which takes the place of one whose server did not answer as it
// should. The Sentinel knows of a promotion no sooner than it tells its subscribers.
func (t *routes) ask() {
	if !t.cluster && t.client.side == 0 {
		t.primary = t.told
	}
}

// Promoted has the client's Sentinel know of a promotion, after a while, and tell the
// client, which does not hear of it on the far side of a partition.
func (t *routes) Promoted(int, int) {
	t.later(func() {
		t.told = t.deployment.Primary(0).Index()
		t.ask()
	})
}

// rejoined is called when the client has the Sentinels on its side again.
func (t *routes) rejoined() {
	if !t.alone && !t.cluster {
		t.later(t.ask)
	}
}

func (t *routes) later(learn func()) {
	s := t.client.sim
	s.Schedule(s.Now()+t.deployment.Learning(t.client.random), sim.Fault, sim.HandlerFunc(learn))
}
