package redis

// SlotMap says which shard serves each slot of a cluster. It does not change.
type SlotMap struct {
	shards int
	shard  *[Slots]uint16 // nil while all slots are where they were dealt
}

// Shard returns the shard that serves a slot.
func (m SlotMap) Shard(slot int) int {
	if m.shard == nil {
		return slot * m.shards / Slots // ranges that differ by one at most
	}
	return int(m.shard[slot])
}

// slotTable is the present slot map and what is on its way. The nodes agree on it at
// all times; it is the clients that have to learn.
type slotTable struct {
	SlotMap
	handedOut bool // to clients: the next change makes a new one
	migrating map[int]*migration
}

func newSlotTable(shards int) *slotTable {
	return &slotTable{SlotMap: SlotMap{shards: shards}, migrating: make(map[int]*migration)}
}

// move gives a slot to a shard.
func (t *slotTable) move(slot, to int) {
	if t.shard == nil || t.handedOut {
		present := t.SlotMap
		t.shard, t.handedOut = new([Slots]uint16), false
		for slot := range t.shard {
			t.shard[slot] = uint16(present.Shard(slot))
		}
	}
	t.shard[slot] = uint16(to)
}

// SlotMap returns the present slot map of a cluster.
func (d *Deployment) SlotMap() SlotMap {
	d.slots.handedOut = true
	return d.slots.SlotMap
}

// ShardOfSlot returns the shard that serves a slot of a cluster.
func (d *Deployment) ShardOfSlot(slot int) int { return d.slots.Shard(slot) }

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
	mine := t.Shard(slot) == n.shard.index
	if mine && (!n.replica || r.FromReplica && !r.Command.Writes()) {
		return nil
	}
	return n.deployment.moved(slot)
}

func (d *Deployment) moved(slot int) error {
	return &Redirect{Slot: slot, Node: d.shards[d.ShardOfSlot(slot)].primary.index}
}
