package redis

import (
	"time"

	"stampede/sim"
)

// standstill is when a server executes nothing, though it is there. Its queue is
// kept by the time that it has been at work, which stands still meanwhile: all
// that waits keeps its order.
type standstill struct {
	free  time.Duration // when it will have executed all that has arrived
	halts int           // reasons to stand still
	since time.Duration // it does
	idle  time.Duration // it has done so before, in all
	held  []sim.Handler // whose turn is when it goes on
}

// Worked returns how long the server has been at work.
func (s *Server) Worked() time.Duration {
	if s.halts > 0 {
		return s.since - s.idle
	}
	return s.sim.Now() - s.idle
}

// Turn tells whether it is the turn of a request that was given this one; if it is
// not, h is called when it may be.
func (s *Server) Turn(begin time.Duration, h sim.Handler) bool {
	switch {
	case s.halts > 0:
		s.held = append(s.held, h)
	case begin > s.Worked():
		s.sim.Schedule(begin+s.idle, sim.Arrival, h)
	default:
		return true
	}
	return false
}

// halt stops the execution of requests, or ends one reason to.
func (s *Server) halt(on bool) {
	if on {
		if s.halts++; s.halts == 1 {
			s.since = s.sim.Now()
		}
		return
	}
	if s.halts--; s.halts == 0 {
		s.idle += s.sim.Now() - s.since
		// Not before all that go on at this instant do: they find each other there.
		s.sim.Schedule(s.sim.Now(), sim.Arrival, sim.HandlerFunc(s.goOn))
	}
}

// goOn lets what is held ask again for its turn.
func (s *Server) goOn() {
	held := s.held
	s.held = nil
	for _, h := range held {
		h.Handle()
	}
}

// Freeze stops a node as SIGSTOP stops a process: it executes nothing, and nobody
// reaches it. What it has sent arrives.
func (d *Deployment) Freeze(node int) {
	n := d.nodes[node]
	n.frozen++
	n.halt(true)
	if n.replica {
		n.detach()
	}
	d.silence(n, 1)
}

// Thaw lets a node that is frozen go on.
func (d *Deployment) Thaw(node int) {
	n := d.nodes[node]
	n.frozen--
	n.halt(false)
	d.silence(n, -1)
}

// HoldClients lets a node execute nothing for clients, as CLIENT PAUSE does. The
// Sentinels are clients too, and miss its answers; the other nodes of a cluster are
// not.
func (d *Deployment) HoldClients(node int) {
	n := d.nodes[node]
	n.halt(true)
	if !d.Cluster() {
		d.silence(n, 1)
	}
}

// ReleaseClients ends that.
func (d *Deployment) ReleaseClients(node int) {
	n := d.nodes[node]
	n.halt(false)
	if !d.Cluster() {
		d.silence(n, -1)
	}
}

// silence adds reasons why a node does not answer.
func (d *Deployment) silence(n *Node, reasons int) {
	before := n.reachable()
	if n.silences += reasons; n.reachable() != before {
		d.reconsider(n)
	}
}
