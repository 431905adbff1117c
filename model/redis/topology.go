package redis

import (
	"fmt"
	"time"

	"stampede/model/workload"
)

// Topology says which servers there are and how they stand in for each other.
// The zero value is one server alone.
type Topology struct {
	// Cluster spreads the keys over the shards by their slots. Without it there
	// is one shard, and Sentinels watch over it if it has replicas.
	Cluster bool
	Shards  int // primaries; 0 stands for 1
	// Replicas is the number of replicas of each shard.
	Replicas int

	// Lag is how long a write is under way to a replica, in order; it waits at
	// the primary, so what is under way is lost with it. An acknowledgement
	// takes as long back.
	Lag workload.Duration
	// Sync is how long a whole copy takes, for a replica that cannot go on from
	// where it was. Until then it has its old data.
	Sync workload.Duration
	// RelativeTTL ships a TTL as what is left, as servers before Redis 7 did: the
	// replica counts it from the arrival. Otherwise deadlines are shipped.
	RelativeTTL bool
	// ServeExpired lets replicas serve expired entries until the primary's
	// deletion arrives, as servers before Redis 3.2 did.
	ServeExpired bool

	// Detection is how long a primary must be out of reach until a replica is
	// promoted: the down-after time and the vote.
	Detection workload.Duration
	// Elect says which replica is promoted.
	Elect Election
	// Priorities are the replicas' priorities for ByPriority, in the order of
	// the nodes; the lowest wins.
	Priorities []int
	// Rejoin is how long after it is reachable again a former primary is made a
	// replica: 8 to 10 s with Sentinels. Until then it takes writes, which are
	// lost.
	Rejoin workload.Duration
	// Learn is how long after a promotion the Sentinel of a client knows of it, and
	// tells the client, or who asks for the primary.
	// Clients of a cluster learn from its redirections instead.
	Learn workload.Duration
}

// Election is a rule for which of the reachable replicas is promoted.
type Election uint8

// The elections. A tie goes to the lower node.
const (
	ByOffset   Election = iota // who has most of the primary's writes
	ByPriority                 // who has the lowest priority number, then by offset
	ByNode                     // the lowest node, whatever it has
)

// Limits of a topology.
const (
	ShardsMax   = 1000
	ReplicasMax = 10
)

// Validate reports the first setting that is out of its range.
func (t Topology) Validate() error {
	nodes := t.shards() * (1 + t.Replicas)
	switch {
	case t.Shards < 0 || t.Shards > ShardsMax:
		return fmt.Errorf("redis shards is %d; accepted is from 1 to %d", t.Shards, ShardsMax)
	case t.Shards > 1 && !t.Cluster:
		return fmt.Errorf("redis shards is %d; accepted is 1, or several in a cluster", t.Shards)
	case t.Replicas < 0 || t.Replicas > ReplicasMax:
		return fmt.Errorf("redis replicas is %d; accepted is from 0 to %d", t.Replicas, ReplicasMax)
	case t.Elect > ByNode:
		return fmt.Errorf("redis elect is %d; accepted is by offset, by priority or by node", t.Elect)
	case t.Priorities != nil && len(t.Priorities) != nodes:
		return fmt.Errorf("redis priorities are %d; accepted is one for each of the %d nodes", len(t.Priorities), nodes)
	case t.Replicas > 0 && t.Detection.Mean() < time.Millisecond:
		return fmt.Errorf("redis detection is %v; accepted is at least 1ms where there are replicas", t.Detection)
	}
	return nil
}

func (t Topology) shards() int { return max(t.Shards, 1) }

// alone tells whether there is one server and nothing else.
func (t Topology) alone() bool { return !t.Cluster && t.Replicas == 0 }
