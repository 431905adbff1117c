package network

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stampede/model/redis"
	"stampede/sim"
	"stampede/strategies"
)

// Client is one process's way to Redis. It has a link to every server and an
// idea of which serves what, which may be out of date.
type Client struct {
	sim     *sim.Sim
	process *sim.Process
	options Options
	links   []*Link // by node
	idle    []*Call
	random  *sim.Rand
	side    int
	routes
}

// NewClient returns the client of a process, whose delays are drawn from the
// process's own streams. The options must be valid.
func NewClient(s *sim.Sim, p *sim.Process, d *redis.Deployment, delays Delays, o Options) *Client {
	if err := o.Validate(); err != nil {
		panic("network: NewClient: " + err.Error())
	}
	c := &Client{sim: s, process: p, options: o, random: s.Rand(p.Name(), "redis client")}
	for _, n := range d.Nodes() {
		l := &Link{client: c, sim: s, node: n, delays: delays, pool: pool{limit: o.Connections}}
		l.request, l.reply = s.Rand(p.Name(), "request delay"+l.suffix()), s.Rand(p.Name(), "reply delay"+l.suffix())
		c.links = append(c.links, l)
	}
	c.routes = newRoutes(c, d)
	return c
}

// suffix tells the streams of a process's links apart: those to the first server
// have none.
func (l *Link) suffix() string {
	name := strings.TrimPrefix(l.node.Name(), "redis")
	if name == "" {
		return ""
	}
	return " " + strings.TrimPrefix(name, "-")
}

// Link returns the link to a node, and Links all of them.
func (c *Client) Link(node int) *Link { return c.links[node] }
func (c *Client) Links() []*Link      { return c.links }

// SetSide puts the process on a side of a partition; 0 is the Sentinels'.
func (c *Client) SetSide(side int) {
	if c.side = side; side == 0 {
		c.rejoined()
	}
}

// Reset forgets what was under way, for a process that has crashed: its
// connections are gone.
func (c *Client) Reset() {
	for _, l := range c.links {
		l.pool = pool{limit: c.options.Connections}
		clear(l.waiting)
		l.waiting = l.waiting[:0]
	}
}

// Call returns a call with a blank request, to be filled in and done at once.
func (c *Client) Call() *Call {
	n := len(c.idle)
	if n == 0 {
		return new(Call)
	}
	r := c.idle[n-1]
	c.idle = c.idle[:n-1]
	r.Request = redis.Request{}
	return r
}

// Do sends a call's request to the server that the client takes for the right one,
// and returns the reply, which stands until the task next waits; after an error
// there is a blank one. An error that wraps [strategies.ErrCacheUnavailable] says
// that Redis could not be reached, or was in no state to answer: the request may
// have taken effect. Other errors are the server's answer, or the context's.
//
// Most of the stack of a read in progress lies above this, and all calls above it
// are returned from just after a switch of stacks, when no processor foresees
// where to: so they are few, and the request is not copied from one to the next.
func (c *Client) Do(ctx context.Context, r *Call) (*redis.Result, error) {
	node := 0
	if !c.alone {
		node = c.choose(&r.Request)
	}
	err := c.links[node].send(ctx, r)
	if err == nil {
		err = r.received(r.done.Wait(ctx))
	}
	if err != nil {
		return c.again(ctx, r, err)
	}
	c.idle = append(c.idle, r)
	return &r.Result, nil
}

// again goes on after an error: where a cluster redirects to, with the text of a
// script, or once more.
func (c *Client) again(ctx context.Context, r *Call, err error) (*redis.Result, error) {
	retries, redirects := 0, 0
	for {
		r = r.renew()
		var node int
		var redirect *redis.Redirect
		switch {
		case errors.As(err, &redirect):
			if redirects++; redirects > c.options.Redirects {
				return &r.Result, unavailable(err)
			}
			node, r.Asking = redirect.Node, redirect.Ask
			c.redirected(redirect)
		case errors.Is(err, redis.ErrNoScript) && !r.Eval && !c.options.HashOnly:
			r.Eval = true
			node = c.choose(&r.Request)
		case !passing(err):
			return &r.Result, err
		default:
			c.ask()
			if retries == c.options.Retries {
				return &r.Result, unavailable(err)
			}
			if err := c.process.Sleep(ctx, c.backoff(retries)); err != nil {
				return &r.Result, err
			}
			retries++
			r.Asking = false
			node = c.choose(&r.Request)
		}
		if err = c.links[node].send(ctx, r); err == nil {
			err = r.received(r.done.Wait(ctx))
		}
		if err == nil {
			return &r.Result, nil
		}
	}
}

// backoff is the pause before a retry, counted from 0: as go-redis has it.
func (c *Client) backoff(retry int) time.Duration {
	least, most := c.options.Backoff, c.options.BackoffMax
	if least == 0 {
		return 0
	}
	double := min(least<<min(retry, 20), most)
	return min(least+time.Duration(c.random.IntN(int(double))), most)
}

// passing tells whether an error may be gone at the next attempt.
func passing(err error) bool {
	for _, e := range []error{
		errTimeout, errPool, redis.ErrConnectionLost, redis.ErrLoading, redis.ErrReadOnly,
		redis.ErrClusterDown, redis.ErrTryAgain, redis.ErrUnblocked,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func unavailable(err error) error {
	return fmt.Errorf("%w: %w", strategies.ErrCacheUnavailable, err)
}
