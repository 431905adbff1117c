package redis

// slotTable says which shard serves each slot. The nodes agree on it at all
// times; it is the clients that have to learn.
type slotTable struct {
	shard     [Slots]uint16
	migrating map[int]*migration
}

// newSlotTable deals the slots out in ranges that differ by one at most.
func newSlotTable(shards int) *slotTable {
	t := &slotTable{migrating: make(map[int]*migration)}
	for slot := range t.shard {
		t.shard[slot] = uint16(slot * shards / Slots)
	}
	return t
}

// ShardOfSlot returns the shard that serves a slot of a cluster.
func (d *Deployment) ShardOfSlot(slot int) int { return int(d.slots.shard[slot]) }

// misplaced returns why a request is not for this node, nil if it is.
func (n *Node) misplaced(r *Request) error {
	t := n.deployment.slots
	if t == nil || r.Key == "" { // WAIT has no key
		return nil
	}
	slot, crosses := crossSlot(r)
	if crosses {
		return ErrCrossSlot
	}
	if n.outvoted || n.deployment.uncovered > 0 && n.side == 0 {
		return ErrClusterDown
	}
	if m := t.migrating[slot]; m != nil {
		return m.misplaced(n, r)
	}
	mine := int(t.shard[slot]) == n.shard.index
	if mine && (!n.replica || r.FromReplica && !writes(r.Command)) {
		return nil
	}
	return n.deployment.moved(slot)
}

func (d *Deployment) moved(slot int) error {
	return &Redirect{Slot: slot, Node: d.shards[d.slots.shard[slot]].primary.index}
}
