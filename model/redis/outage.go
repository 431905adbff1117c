package redis

// Crash takes a node down, with all that it had not yet answered.
func (d *Deployment) Crash(node int) {
	n := d.nodes[node]
	if !n.up {
		return
	}
	n.up, n.plain = false, false
	n.life++
	n.queued, n.free = 0, 0
	n.detachAll()
	n.unblock(ErrConnectionLost)
	n.goOn()
	if n.shard.primary == n {
		d.suspect(n)
	}
}

// Restart brings a node back: with its data, or empty, as a server that saves
// nothing comes back. It knows no script. If nobody has taken its place, a
// primary is the primary again, and its replicas lose what it has lost.
func (d *Deployment) Restart(node int, empty bool) {
	n := d.nodes[node]
	if n.up {
		return
	}
	n.up = true
	n.ForgetScripts()
	if empty {
		n.wipe()
	}
	switch {
	case n.replica:
		n.loading = empty
		d.attach(n.shard.primary, n)
	case n.shard.primary == n:
		d.resume(n)
	default:
		d.demote(n)
	}
}

// wipe makes the server forget all of its data, and begin a new history.
func (n *Node) wipe() {
	d := n.deployment
	if n.replica {
		n.history, n.offset = 0, 0
		n.keyspace.Flush()
		return
	}
	n.keyspace.drop(Restarted)
	d.histories++
	n.history, n.offset = d.histories, 0
}

// Isolate puts nodes on the far side of a partition: they reach each other, and
// the clients on that side, but neither the other nodes nor the Sentinels.
func (d *Deployment) Isolate(nodes ...int) { d.place(1, nodes) }

// Heal ends a partition for the nodes.
func (d *Deployment) Heal(nodes ...int) { d.place(0, nodes) }

// place moves nodes to a side of the partition.
func (d *Deployment) place(side int, nodes []int) {
	for _, i := range nodes {
		d.nodes[i].side = side
	}
	d.rewire(nodes)
}

// Sever cuts a node off from the other nodes and the Sentinels. Clients reach it as
// before.
func (d *Deployment) Sever(node int) { d.sever(node, true) }

// Rejoin ends that.
func (d *Deployment) Rejoin(node int) { d.sever(node, false) }

func (d *Deployment) sever(node int, severed bool) {
	d.nodes[node].severed = severed
	d.rewire([]int{node})
}

// rewire has nodes that reach others than before draw the consequences.
func (d *Deployment) rewire(nodes []int) {
	for _, i := range nodes {
		n := d.nodes[i]
		n.detachUnreachable()
		d.reconsider(n)
	}
}

// reconsider draws the consequences of that a node is within reach now, or out of
// it.
func (d *Deployment) reconsider(n *Node) {
	switch {
	case !n.up:
	case n.replica:
		if n.feed == nil {
			d.attach(n.shard.primary, n)
		}
	case n.shard.primary != n:
		if n.reachable() {
			d.demote(n)
		}
	case n.reachable():
		d.resume(n)
	default:
		d.suspect(n)
	}
}

func (n *Node) detachUnreachable() {
	if f := n.feed; f != nil && !f.from.reaches(n) {
		n.detach()
	}
	for i := len(n.feeds) - 1; i >= 0; i-- {
		if to := n.feeds[i].to; !n.reaches(to) {
			to.detach()
		}
	}
}

// reaches tells whether there is a way between two nodes.
func (n *Node) reaches(other *Node) bool {
	return n.side == other.side && !n.severed && !other.severed
}

// resume lets a primary that was out of reach, and not replaced, go on.
func (d *Deployment) resume(primary *Node) {
	if primary.reachable() {
		primary.outvoted = false
		d.cover(primary.shard, true)
	}
	for _, n := range primary.shard.nodes {
		if n.replica && n.feed == nil {
			d.attach(primary, n)
		}
	}
}
