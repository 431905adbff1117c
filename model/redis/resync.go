package redis

import (
	"maps"
	"slices"
	"time"
)

// snapshot is all that a server holds at one moment, with what an observer knows
// of the keys that are gone.
type snapshot struct {
	entries  []Effect
	absences map[string]absence
}

func (s *Server) snapshot() *snapshot {
	c := &snapshot{absences: maps.Clone(s.absences.keys)}
	for _, e := range s.keyspace.all {
		c.entries = append(c.entries, effectOf(e))
	}
	return c
}

func effectOf(e *Entry) Effect {
	return Effect{Cause: Written, Key: e.key, Value: e.value, Deadline: e.deadline, trace: e.trace}
}

// restore replaces all that a replica holds.
func (s *Server) restore(c *snapshot) {
	s.keyspace.Flush()
	s.absences.keys = maps.Clone(c.absences)
	for _, f := range c.entries {
		s.keyspace.Apply(s.clock(), f)
	}
}

// attach makes a replica receive the writes of a primary, if they reach each
// other. A replica that has a part of the primary's history gets the rest; any
// other gets a copy of all. What it holds afterwards is the same.
func (d *Deployment) attach(from, to *Node) {
	to.detach()
	if !from.up || !to.up || from.frozen+to.frozen > 0 || !from.reaches(to) {
		return
	}
	f := &feed{from: from, to: to}
	from.feeds = append(from.feeds, f)
	to.feed = f
	if to.history == from.history && to.offset == from.offset {
		f.acked = to.offset
		return
	}
	var delay time.Duration
	if to.continues(from) {
		delay = d.topology.Lag.Draw(to.lag)
	} else {
		delay = d.topology.Sync.Draw(to.lag)
	}
	f.sendAfter(shipment{copy: from.snapshot(), offset: from.offset}, delay)
}

// continues tells whether what n has is a beginning of what the primary has.
func (n *Node) continues(primary *Node) bool {
	switch n.history {
	case primary.history:
		return n.offset <= primary.offset
	case primary.formerHistory:
		return n.offset <= primary.formerOffset
	}
	return false
}

// detach ends a replica's feed.
func (n *Node) detach() {
	f := n.feed
	if f == nil {
		return
	}
	f.ended, n.feed = true, nil
	f.from.feeds = slices.DeleteFunc(f.from.feeds, func(g *feed) bool { return g == f })
}

// detachAll ends all feeds from and to a node.
func (n *Node) detachAll() {
	n.detach()
	for len(n.feeds) > 0 {
		n.feeds[0].to.detach()
	}
}

func (n *Node) becomeReplica() {
	n.replica = true
	n.keyspace.SetReplica(true)
	n.unblock(ErrUnblocked)
}
