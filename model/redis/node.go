package redis

import (
	"errors"
	"time"

	"stampede/model/observe"
	"stampede/sim"
)

// Node is one server of a deployment, in its place: it is a primary or a
// replica, and up or down.
type Node struct {
	*Server
	deployment *Deployment
	name       string
	index      int
	shard      *shard
	plain      bool // it is alone and has always been up: it refuses nothing

	up       bool
	life     uint64 // changes when it goes down: what was queued then is lost
	severed  bool   // the other nodes and the Sentinels do not reach it, clients do
	side     int    // who can reach whom in a partition; 0 is the Sentinels' side
	replica  bool
	frozen   int  // reasons why it stands still altogether
	silences int  // reasons why it does not answer, though it is up
	loading  bool // a replica without any data yet
	outvoted bool // a cluster's primary that has lost the majority
	queued   int  // commands that wait for their turn

	suspicions uint64 // how often it has gone out of reach as a primary

	replication
}

// Index returns the node's number, from 0. The nodes of a shard follow each
// other, its first primary before its replicas.
func (n *Node) Index() int { return n.index }

// Name returns what the node is called, as in redis-2.
func (n *Node) Name() string { return n.name }

// Shard returns the nodes of its shard, in order.
func (n *Node) Shard() []*Node { return n.shard.nodes }

// Up tells whether the node is running, and Life which of its lives it is: what
// waited in an earlier one got lost.
func (n *Node) Up() bool     { return n.up }
func (n *Node) Life() uint64 { return n.life }

// Side returns the side of a partition that the node is on; 0 is that of the
// Sentinels, and of everyone while there is no partition.
func (n *Node) Side() int { return n.side }

// Primary tells whether the node takes itself for a primary.
func (n *Node) Primary() bool { return !n.replica }

// Offset returns how many writes the node has executed or received.
func (n *Node) Offset() uint64 { return n.offset }

// Queued returns how many commands wait for their turn.
func (n *Node) Queued() int { return n.queued }

// Admit gives a request that arrives now its turn: when the node will begin to
// execute it, and when it will be done, by the time that it has been at work. If it
// cannot begin at once, Dequeue must be called when it does.
func (n *Node) Admit() (begin, done time.Duration) {
	begin, done = n.Server.Admit()
	if begin > n.Worked() || n.halts > 0 {
		n.queued++
		n.recorder.Queue(n.sim.Now(), n.index, n.queued)
	}
	return begin, done
}

// ForgetScripts makes the node one that was never sent a script.
func (n *Node) ForgetScripts() {
	n.plain = false
	n.Server.ForgetScripts()
}

// Dequeue ends the wait of a request of the given life.
func (n *Node) Dequeue(life uint64) {
	if life == n.life {
		n.queued--
	}
}

// Execute runs a request, now, and puts the reply into it. It reports false if
// the reply is yet to come; then it calls resume when it is there.
func (n *Node) Execute(r *Request, resume sim.Handler) bool {
	if n.plain && r.Command != observe.Wait {
		n.Server.Execute(r)
		return true
	}
	if err := n.refusal(r); err != nil {
		r.Err = err
		n.emit(r, r.Command, observe.Event{Kind: observe.Refused, Failed: errors.Is(err, ErrCrossSlot)})
		return true
	}
	if r.Command == observe.Wait {
		return n.wait(r, resume)
	}
	n.Server.Execute(r)
	r.Offset = n.offset
	if acquires := r.Command == observe.SetIfAbsent || r.Command == observe.AcquireFenced; acquires && r.OK && n.shard.primary != n {
		// Another has taken over, and will not know of this lock.
		n.lose(n.keyspace.entries[r.Key], observe.Failover)
	}
	return true
}

// refusal returns why the node does not execute a request; nil if it does.
func (n *Node) refusal(r *Request) error {
	if err := n.misplaced(r); err != nil {
		return err
	}
	if n.replica {
		switch {
		case n.loading:
			return ErrLoading
		case r.Command.Writes():
			return ErrReadOnly
		}
	}
	s, ok := scriptOf(r.Command)
	switch {
	case !ok || n.scripts.loaded[s.Hash] != nil:
		return nil
	case !r.Eval:
		return ErrNoScript
	}
	n.scripts.load(s.Text)
	return nil
}
