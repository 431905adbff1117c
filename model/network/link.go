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
	idle           []*call
}

// Failures of a link.
var (
	errTimeout = errors.New("no reply in time")
	errPool    = errors.New("no free connection in time")
)

// do sends a request, waits for its reply, and puts that into r. If ctx is done
// first it returns the context's error; the request is under way all the same,
// and takes effect.
func (l *Link) do(ctx context.Context, r *redis.Request) error {
	l.sim.CheckAlive()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := l.pool.take(ctx, l); err != nil {
		return err
	}
	c := l.call()
	c.Request = *r
	if r.Hear != nil {
		c.Hear = l.pushed(r.Hear)
	}
	c.done.Reset(l.sim, "a reply from Redis")
	c.state, c.expired, c.timer = sent, false, sim.Timer{}
	if !l.loses(requestLeg) {
		l.sim.Schedule(l.sim.Now()+l.delays.Request.Draw(l.request)+l.extra[requestLeg], sim.Arrival, c)
	}
	if timeout := l.patience(r); timeout > 0 {
		c.timer = l.sim.Schedule(l.sim.Now()+timeout, sim.Client, (*expiry)(c))
	}
	err := c.done.Wait(ctx)
	l.pool.give()
	switch {
	case err != nil:
		l.sim.Cancel(c.timer)
		c.disown()
		return err
	case c.expired:
		c.disown()
		return errTimeout
	}
	l.sim.Cancel(c.timer)
	l.idle = append(l.idle, c)
	if c.Err != nil {
		return c.Err
	}
	r.Result = c.Result
	return nil
}

// disown lets a request that is under way, and that no one waits for, be
// accounted to its work as that was: the work may soon be over, and its place be
// another's.
func (c *call) disown() {
	work := *c.Work
	c.Work = &work
}

// pushed has a message that the server sends of its own accord heard when it has
// come over the link.
func (l *Link) pushed(hear func()) func() {
	return func() {
		if !l.loses(replyLeg) {
			l.sim.Schedule(l.sim.Now()+l.delays.Reply.Draw(l.reply)+l.extra[replyLeg], sim.Arrival, sim.HandlerFunc(hear))
		}
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

// call is a request and its reply under way. Calls are reused, but for those
// that were not waited for to the end.
type call struct {
	redis.Request
	link    *Link
	state   state
	expired bool          // its time ran out
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

func (l *Link) call() *call {
	if n := len(l.idle); n > 0 {
		c := l.idle[n-1]
		l.idle = l.idle[:n-1]
		return c
	}
	return &call{link: l}
}

// Handle moves the call on to its next state.
func (c *call) Handle() {
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

func (c *call) execute() {
	c.doneAt = c.link.sim.Now() + c.takes
	if !c.link.node.Execute(&c.Request, c) {
		c.state = blocked
		return
	}
	c.answer()
}

func (c *call) answer() {
	l := c.link
	c.state = replied
	if !l.loses(replyLeg) {
		l.sim.Schedule(c.doneAt+l.delays.Reply.Draw(l.reply)+l.extra[replyLeg], sim.Arrival, c)
	}
}

// fail answers for a server that is down: its machine refuses the connection.
func (c *call) fail() {
	c.Err, c.doneAt = redis.ErrConnectionLost, c.link.sim.Now()
	c.answer()
}

// expiry is the end of a call's time.
type expiry call

// Handle wakes the caller without a reply.
func (e *expiry) Handle() {
	e.expired = true
	e.done.Fire()
}
