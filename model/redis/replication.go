package redis

import (
	"time"

	"stampede/sim"
)

// replication is a node's part in the copying of writes.
type replication struct {
	history uint64 // which sequence of writes its offset counts; a promotion begins a new one
	offset  uint64 // writes executed or received
	// The history it belonged to before, and how far it is the same: a replica
	// that has no more than that can go on with what it has.
	formerHistory, formerOffset uint64

	lag   *sim.Rand
	feeds []*feed // of a primary: one for each replica within reach
	feed  *feed   // of a replica: where its writes come from; nil if from nowhere
	waits []*waiting
}

// feed is the stream of writes from a primary to one replica. What it has not
// yet delivered is lost when it ends.
type feed struct {
	from, to *Node
	queue    []shipment // from head on
	head     int
	last     time.Duration // when the latest one arrives
	acked    uint64        // the replica's offset as far as the primary knows
	ended    bool
}

// shipment is what a feed delivers: a write, a whole copy, or, if neither, a
// question for the replica's offset.
type shipment struct {
	effect Effect
	left   int64 // with RelativeTTL: ms that the entry had left
	copy   *snapshot
	offset uint64 // the primary's after it
}

// ship sends a write to the replicas.
func (n *Node) ship(f Effect) {
	if n.replica {
		return
	}
	n.offset++
	s := shipment{effect: f, offset: n.offset}
	if n.deployment.topology.RelativeTTL && f.Deadline != 0 {
		s.left = f.Deadline - n.clock()
	}
	for _, to := range n.feeds {
		to.send(s)
	}
}

func (f *feed) send(s shipment) {
	d := f.from.deployment
	if d.filling {
		f.deliver(&s)
		f.acked = f.to.offset
		return
	}
	f.sendAfter(s, d.topology.Lag.Draw(f.to.lag))
}

func (f *feed) sendAfter(s shipment, delay time.Duration) {
	d := f.from.deployment
	f.last = max(f.last, d.sim.Now()+delay)
	f.queue = append(f.queue, s)
	d.sim.Schedule(f.last, sim.Arrival, f)
}

// Handle delivers the next shipment: they arrive in order.
func (f *feed) Handle() {
	if f.ended {
		return
	}
	s := f.queue[f.head]
	f.queue[f.head] = shipment{}
	if f.head++; f.head == len(f.queue) {
		f.queue, f.head = f.queue[:0], 0
	}
	f.deliver(&s)
	if s.effect.Cause == 0 {
		f.acknowledge()
	}
}

func (f *feed) deliver(s *shipment) {
	to := f.to
	switch {
	case s.copy != nil:
		to.restore(s.copy)
		to.history, to.offset, to.loading = f.from.history, s.offset, false
	case s.effect.Cause != 0:
		if s.left != 0 {
			s.effect.Deadline = to.clock() + s.left
		}
		to.keyspace.Apply(to.clock(), s.effect)
		to.offset = s.offset
	}
}

// acknowledge tells the primary the replica's offset.
func (f *feed) acknowledge() {
	d := f.from.deployment
	offset := f.to.offset
	d.sim.Schedule(d.sim.Now()+d.topology.Lag.Draw(f.to.lag), sim.Arrival, sim.HandlerFunc(func() {
		if !f.ended {
			f.acked = max(f.acked, offset)
			f.from.settle()
		}
	}))
}
