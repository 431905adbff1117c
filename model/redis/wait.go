package redis

import (
	"slices"

	"stampede/model/observe"
	"stampede/sim"
)

// waiting is a WAIT that has no answer yet. It blocks its client and nothing
// else.
type waiting struct {
	node    *Node
	request *Request
	resume  sim.Handler
	timer   sim.Timer
}

// wait answers a WAIT, or, reporting false, keeps it until enough replicas have
// acknowledged the write. (WAIT numreplicas timeout)
func (n *Node) wait(r *Request, resume sim.Handler) bool {
	if n.answered(r) {
		n.acknowledged(r)
		return true
	}
	w := &waiting{node: n, request: r, resume: resume}
	n.waits = append(n.waits, w)
	if limit := r.Wait.Timeout; limit > 0 {
		w.timer = n.sim.Schedule(n.sim.Now()+limit, sim.Arrival, w)
	}
	for _, f := range n.feeds {
		f.send(shipment{}) // REPLCONF GETACK
	}
	return false
}

// answered counts the replicas that have acknowledged the write.
func (n *Node) answered(r *Request) bool {
	w := r.Wait
	w.Acknowledged = 0
	for _, f := range n.feeds {
		if f.acked >= w.Since {
			w.Acknowledged++
		}
	}
	return w.Acknowledged >= w.Replicas
}

func (n *Node) acknowledged(r *Request) {
	r.OK, r.Offset = r.Wait.Acknowledged >= r.Wait.Replicas, n.offset
	n.emit(r, observe.Wait, observe.Event{Kind: observe.Acknowledged, Count: int32(r.Wait.Acknowledged)})
}

// settle answers those for whom enough replicas have acknowledged by now.
func (n *Node) settle() {
	n.waits = slices.DeleteFunc(n.waits, func(w *waiting) bool {
		if !n.answered(w.request) {
			return false
		}
		n.sim.Cancel(w.timer)
		n.acknowledged(w.request)
		w.resume.Handle()
		return true
	})
}

// Handle ends a wait that has taken too long: the answer says how many replicas
// there are.
func (w *waiting) Handle() {
	n := w.node
	n.waits = slices.DeleteFunc(n.waits, func(o *waiting) bool { return o == w })
	n.answered(w.request)
	n.acknowledged(w.request)
	w.resume.Handle()
}

// unblock ends all waits with an error.
func (n *Node) unblock(err error) {
	waits := n.waits
	n.waits = nil
	for _, w := range waits {
		n.sim.Cancel(w.timer)
		w.request.Err = err
		w.resume.Handle()
	}
}
