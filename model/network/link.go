package network

import (
	"context"
	"time"

	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
)

// Delays are the distributions of the time that a message is under way.
type Delays struct{ Request, Reply workload.Duration }

// Link joins one process to the server.
type Link struct {
	sim            *sim.Sim
	server         *redis.Server
	delays         Delays
	request, reply *sim.Rand
	idle           []*call
}

// NewLink returns a link whose delays are drawn from the process's own streams.
func NewLink(s *sim.Sim, server *redis.Server, process string, d Delays) *Link {
	return &Link{
		sim: s, server: server, delays: d,
		request: s.Rand(process, "request delay"), reply: s.Rand(process, "reply delay"),
	}
}

// Do sends a request and waits for its reply. If ctx is done first it returns
// the context's error; the request is under way all the same, and takes effect.
func (l *Link) Do(ctx context.Context, r redis.Request) (redis.Request, error) {
	l.sim.CheckAlive()
	if err := ctx.Err(); err != nil {
		return redis.Request{}, err
	}
	c := l.call()
	c.Request = r
	c.done.Reset(l.sim, "a reply from Redis")
	c.state = sent
	l.sim.Schedule(l.sim.Now()+l.delays.Request.Draw(l.request), sim.Arrival, c)
	if err := c.done.Wait(ctx); err != nil {
		return redis.Request{}, err
	}
	r = c.Request
	l.idle = append(l.idle, c)
	if r.Err != nil {
		return redis.Request{}, r.Err
	}
	return r, nil
}

// call is a request and its reply under way. Calls are reused, but for those
// that were not waited for to the end.
type call struct {
	redis.Request
	link   *Link
	state  state
	doneAt time.Duration // when the server will be done with it
	done   sim.Signal
}

type state uint8

const (
	sent    state = iota // the request is on its way
	queued               // the server has it and is busy with others
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
	l := c.link
	switch c.state {
	case sent:
		begin, done := l.server.Admit()
		c.doneAt = done
		if begin > l.sim.Now() {
			c.state = queued
			l.sim.Schedule(begin, sim.Arrival, c)
			return
		}
		c.execute()
	case queued:
		c.execute()
	case replied:
		c.done.Fire()
	}
}

func (c *call) execute() {
	l := c.link
	l.server.Execute(&c.Request)
	c.state = replied
	l.sim.Schedule(c.doneAt+l.delays.Reply.Draw(l.reply), sim.Arrival, c)
}
