package network

import (
	"context"
	"errors"
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
)

// Delays are the distributions of the time that a message is under way.
type Delays struct{ Request, Reply workload.Duration }

// Link joins one process to one server.
type Link struct {
	client         *Client
	sim            *sim.Sim
	node           *redis.Node
	delays         Delays
	extra          [legs]time.Duration // on top of the delays
	request, reply *sim.Rand
	pool           pool
	trouble        *trouble // nil while nothing gets lost
	waiting        []*Call  // whose callers wait for a reply
	breaks         uint64   // how often its connections broke
}

// Failures of a link.
var (
	errTimeout = errors.New("no reply in time")
	errPool    = errors.New("no free connection in time")
)

// send sends the request of a call, once it has a connection for it. If ctx is done
// before, it returns the context's error.
func (l *Link) send(ctx context.Context, c *Call) error {
	l.sim.CheckAlive()
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.Hear != nil {
		c.hear = c.Hear
		c.Hear = l.pushed(c.hear)
	}
	if err := l.pool.take(ctx, l); err != nil {
		return err
	}
	c.link = l
	c.done.Reset(l.sim, "a reply from Redis")
	c.state, c.expired, c.broken, c.timer = sent, false, false, sim.Timer{}
	l.await(c)
	if !l.loses(requestLeg) {
		l.sim.Schedule(l.sim.Now()+l.delays.Request.Draw(l.request)+l.extra[requestLeg], sim.Arrival, c)
	}
	if timeout := l.patience(&c.Request); timeout > 0 {
		c.timer = l.sim.Schedule(l.sim.Now()+timeout, sim.Client, (*expiry)(c))
	}
	return nil
}

// received ends the wait for a reply, which ended with err.
func (c *Call) received(err error) error {
	l := c.link
	l.leave(c)
	l.pool.give()
	l.sim.Cancel(c.timer)
	switch {
	case err != nil:
		return err
	case c.expired:
		return errTimeout
	case c.broken:
		return redis.ErrConnectionLost
	}
	return c.Err
}

// renew returns a call with the request of one that failed. That may be under way
// still, though no one waits for it: it is accounted to its work as that is now, as
// the work may soon be over, and its place be another's.
func (c *Call) renew() *Call {
	next := &Call{Request: c.Request}
	next.Result = redis.Result{}
	if c.Hear != nil {
		next.Hear = c.hear
	}
	work := *c.Work
	c.Work = &work
	return next
}

// pushed has a message that the server sends of its own accord heard when it has
// come over the link.
func (l *Link) pushed(hear func()) func() {
	return func() {
		if l.loses(replyLeg) {
			return
		}
		breaks := l.breaks
		l.sim.Schedule(l.sim.Now()+l.delays.Reply.Draw(l.reply)+l.extra[replyLeg], sim.Arrival, sim.HandlerFunc(func() {
			if l.breaks == breaks {
				hear()
			}
		}))
	}
}

// patience is how long a request waits for its reply; 0 is for ever. A WAIT may
// take its own time-out longer.
func (l *Link) patience(r *redis.Request) time.Duration {
	t := l.client.options.Timeout
	if r.Command == observe.Wait && t > 0 {
		if r.Wait.Timeout == 0 {
			return 0
		}
		t += r.Wait.Timeout
	}
	return t
}

// Call is a request and its reply under way. The client's calls are reused, but
// for those that were not waited for to the end.
type Call struct {
	redis.Request
	link    *Link
	hear    func() // who subscribed; Hear sends a message over the link
	state   state
	expired bool          // its time ran out
	broken  bool          // its connection broke
	place   int           // among those that wait
	life    uint64        // of the server that has it
	begin   time.Duration // its turn, by the time that the server has been at work
	takes   time.Duration // the server
	doneAt  time.Duration // when the server will be done with it
	timer   sim.Timer
	done    sim.Signal
}

type state uint8

const (
	sent    state = iota // the request is on its way
	queued               // the server has it and is busy with others
	blocked              // the server will answer later
	replied              // the reply is on its way
)

// Handle moves the call on to its next state.
func (c *Call) Handle() {
	n := c.link.node
	switch c.state {
	case sent:
		if !n.Up() {
			c.fail()
			return
		}
		begin, done := n.Admit()
		c.life, c.begin, c.takes = n.Life(), begin, done-begin
		if !n.Turn(begin, c) {
			c.state = queued
			return
		}
		c.execute()
	case queued:
		if c.life != n.Life() {
			c.fail()
			return
		}
		if !n.Turn(c.begin, c) {
			return
		}
		n.Dequeue(c.life)
		c.execute()
	case blocked:
		c.doneAt = c.link.sim.Now()
		c.answer()
	case replied:
		c.done.Fire()
	}
}

func (c *Call) execute() {
	c.doneAt = c.link.sim.Now() + c.takes
	if !c.link.node.Execute(&c.Request, c) {
		c.state = blocked
		return
	}
	c.answer()
}

func (c *Call) answer() {
	l := c.link
	c.state = replied
	if !l.loses(replyLeg) {
		l.sim.Schedule(c.doneAt+l.delays.Reply.Draw(l.reply)+l.extra[replyLeg], sim.Arrival, c)
	}
}

// fail answers for a server that is down: its machine refuses the connection.
func (c *Call) fail() {
	c.Err, c.doneAt = redis.ErrConnectionLost, c.link.sim.Now()
	c.answer()
}

// expiry is the end of a call's time.
type expiry Call

// Handle wakes the caller without a reply.
func (e *expiry) Handle() {
	e.expired = true
	e.done.Fire()
}
