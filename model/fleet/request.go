package fleet

import (
	"stampede/model/observe"
)

// Request is a read or a write that a client asks of a process. It takes one of
// the process's slots, or waits for one in the order they came. It can be asked
// again once it is over.
type Request struct {
	Work observe.Work
	// Serve does the work, as a task of the process, and records its end.
	Serve func()
	// Lost is called if the process crashes before, at that instant.
	Lost func()

	name    string
	process *Process
	run     func() // Serve and then the next in the queue; made once
	links   links
}

// NewRequest returns a request; name says what it is.
func NewRequest(name string) *Request {
	q := &Request{name: name}
	q.run = q.serve
	q.links.crashed = q
	return q
}

// serving is what a process is at.
type serving struct {
	slots, busy int
	queue       []*Request // from head on
	head        int
	requests    list
	jobs        list
}

// Accept begins a request, and reports whether it is served at this instant:
// otherwise it waits for a slot, or for the end of a pause. The process must be
// up.
func (p *Process) Accept(q *Request) (now bool) {
	q.process = p
	p.requests.add(&q.links)
	if p.slots > 0 && p.busy == p.slots {
		p.queue = append(p.queue, q)
		return false
	}
	p.busy++
	p.process.Go(q.name, q.run)
	return p.pauses == 0
}

func (q *Request) serve() {
	p := q.process
	q.Serve()
	p.requests.remove(&q.links)
	if p.head == len(p.queue) {
		p.busy--
		p.checkDrained()
		return
	}
	next := p.queue[p.head]
	p.queue[p.head] = nil
	if p.head++; p.head == len(p.queue) {
		p.queue, p.head = p.queue[:0], 0
	}
	p.process.Go(next.name, next.run)
}

// crashedWork returns the work that ended with the process.
func (q *Request) crashedWork() *observe.Work { return &q.Work }

func (q *Request) lost() { q.Lost() }

// job is background work in progress.
type job struct {
	work  *observe.Work
	links links
}

func (j *job) crashedWork() *observe.Work { return j.work }
func (j *job) lost()                      {}
