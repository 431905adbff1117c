package redis

import (
	"cmp"
	"slices"
	"time"

	"stampede/model/observe"
	"stampede/sim"
)

// reachable tells whether the Sentinels, or the majority of a cluster, reach n.
func (n *Node) reachable() bool { return n.up && n.side == 0 && !n.severed && n.silences == 0 }

// suspect watches a primary that has gone out of reach: if it stays so for the
// time of detection, a replica is promoted. A cluster that cannot serve a part of
// the slots serves none. (cluster-require-full-coverage yes)
func (d *Deployment) suspect(n *Node) {
	if d.topology.Replicas == 0 && !d.Cluster() {
		return
	}
	n.suspicions++
	suspicion := n.suspicions
	var look sim.HandlerFunc
	look = func() {
		if n.shard.primary != n || n.reachable() || n.suspicions != suspicion {
			return
		}
		n.outvoted = d.Cluster() && n.frozen == 0 // who stands still does not notice
		if to := d.elect(n.shard); to != nil {
			d.promote(to)
			return
		}
		d.cover(n.shard, false)
		d.detect(look)
	}
	d.detect(look)
}

// detect runs a look after the time of detection.
func (d *Deployment) detect(look sim.Handler) {
	d.sim.Schedule(d.sim.Now()+max(d.topology.Detection.Draw(d.random), time.Millisecond), sim.Fault, look)
}

// cover notes whether a shard has a primary that serves its slots.
func (d *Deployment) cover(sh *shard, covered bool) {
	switch {
	case sh.uncovered && covered:
		d.uncovered--
	case !sh.uncovered && !covered:
		d.uncovered++
	}
	sh.uncovered = !covered
}

// elect returns the replica to promote; nil if none is within reach.
func (d *Deployment) elect(sh *shard) *Node {
	candidates := slices.DeleteFunc(slices.Clone(sh.nodes), func(n *Node) bool {
		return n == sh.primary || !n.replica || n.loading || !n.reachable()
	})
	if len(candidates) == 0 {
		return nil
	}
	return slices.MinFunc(candidates, func(a, b *Node) int {
		byOffset := cmp.Compare(b.offset, a.offset)
		switch {
		case d.topology.Elect == ByNode:
			return cmp.Compare(a.index, b.index)
		case d.topology.Elect == ByPriority && d.topology.Priorities != nil:
			p := d.topology.Priorities
			return cmp.Or(cmp.Compare(p[a.index], p[b.index]), byOffset, cmp.Compare(a.index, b.index))
		}
		return cmp.Or(byOffset, cmp.Compare(a.index, b.index))
	})
}

// Failover promotes a replica of the shard without waiting for the primary to
// agree, as SENTINEL FAILOVER does; it reports whether there was one. The
// former primary is made a replica in due time.
func (d *Deployment) Failover(shard int) bool {
	sh := d.shards[shard]
	to := d.elect(sh)
	if to == nil {
		return false
	}
	former := sh.primary
	d.promote(to)
	if former.reachable() {
		d.demote(former)
	}
	return true
}

// promote makes a replica its shard's primary. What it has not received is lost.
func (d *Deployment) promote(to *Node) {
	sh := to.shard
	former := sh.primary
	to.detach()
	to.formerHistory, to.formerOffset = to.history, to.offset
	d.histories++
	to.history = d.histories
	to.replica = false
	to.keyspace.SetReplica(false)
	sh.primary = to
	d.cover(sh, true)
	d.recorder.Emit(observe.Event{
		At: d.sim.Now(), Kind: observe.Promotion, Process: observe.NoOne, Key: observe.NoOne,
		Count: int32(to.index),
	})
	to.takeOver(former.Server)
	for _, n := range sh.nodes {
		if n != former && n.replica && n.reaches(to) {
			d.attach(to, n)
		}
	}
	for _, w := range d.watchers {
		w.Promoted(sh.index, to.index)
	}
}

// demote makes a former primary that is within reach again a replica, after a
// while.
func (d *Deployment) demote(n *Node) {
	life, side := n.life, n.side
	d.sim.Schedule(d.sim.Now()+d.topology.Rejoin.Draw(d.random), sim.Fault, sim.HandlerFunc(func() {
		if n.life != life || n.side != side || n.severed || n.shard.primary == n || n.replica {
			return
		}
		n.abandonLocks(observe.Failover)
		n.becomeReplica()
		n.outvoted = false
		d.attach(n.shard.primary, n)
	}))
}
