package fleet

import (
	"stampede/model/observe"
)

// Request is a read or a write that a client asks of a process. It takes one of
// the process's slots, or waits for one in the order they came. It can be asked
// again once it is over.
type Request struct {
	Work observe.Work

	server  Server
	process *Process
}

// Server is what a request is for: reads and writes are served each in their way.
type Server interface {
	// Serve does the work, as a task of the process, and records its end.
	Serve()
	// Lost is called if the process crashes before, at that instant.
	Lost()
	// String says what it is.
	String() string
}

// NewRequest returns a request that is served by s.
func NewRequest(s Server) Request { return Request{server: s} }

// serving is what a process is at.
type serving struct {
	slots, busy int
	queue       []*Request // from head on
	head        int
	working     int             // requests and jobs that are not over
	nested      []*observe.Work // works that others wait for
}

// Accept begins a request, and reports whether it is served at this instant:
// otherwise it waits for a slot, or for the end of a pause. The process must be
// up.
func (p *Process) Accept(q *Request) (now bool) {
	q.process = p
	p.working++
	if p.slots > 0 && p.busy == p.slots {
		p.queue = append(p.queue, q)
		return false
	}
	p.busy++
	p.process.Start(q)
	return p.pauses == 0
}

// Run serves the request as a task of its process.
func (q *Request) Run() {
	q.server.Serve()
	q.process.served()
}

// String says what the request is.
func (q *Request) String() string { return q.server.String() }

// served gives the slot of a request that is over to the next in the queue.
func (p *Process) served() {
	if p.head == len(p.queue) {
		p.busy--
		p.done()
		return
	}
	p.working--
	next := p.queue[p.head]
	p.queue[p.head] = nil
	if p.head++; p.head == len(p.queue) {
		p.queue, p.head = p.queue[:0], 0
	}
	p.process.Start(next)
}

// done counts work that is over.
func (p *Process) done() {
	p.working--
	p.checkDrained()
}

func (q *Request) crashed() *observe.Work { return &q.Work }

func (q *Request) lost() { q.server.Lost() }
