package origin

import (
	"context"
	"errors"

	"stampede/model/observe"
	"stampede/sim"
	"stampede/strategies"
)

// Client is one process's way to the database: its time-out, its retries, and
// its admission control.
type Client struct {
	origin  *Origin
	process *sim.Process
	options ClientOptions
	random  *sim.Rand // back-off
	admit   limiter
	savings float64 // retries that the budget allows
}

// savingsMax is how many retries a budget can save up.
const savingsMax = 10

// NewClient returns the client of a process.
func NewClient(o *Origin, p *sim.Process, c ClientOptions) *Client {
	return &Client{
		origin: o, process: p, options: c,
		random:  o.sim.Rand(p.Name(), "origin client"),
		admit:   newLimiter(c.Admit, 1+int(c.Admit/10)),
		savings: savingsMax,
	}
}

// Load is a recompute: it loads the work's key from the origin, with as many
// attempts as the client may make.
func (c *Client) Load(ctx context.Context, w *observe.Work) ([]byte, error) {
	o := c.origin
	o.sim.CheckAlive()
	if !c.admit.allow(o.sim.Now()) {
		o.emit(w, observe.Event{Kind: observe.LoadHeld})
		return nil, strategies.ErrOverload
	}
	o.recorder.StartRecompute(o.sim.Now(), w)
	data, err := c.attempts(ctx, w)
	o.recorder.EndRecompute(o.sim.Now(), w, err != nil)
	return data, err
}

func (c *Client) attempts(ctx context.Context, w *observe.Work) ([]byte, error) {
	c.savings = min(c.savings+c.options.Budget, savingsMax)
	for retries := 0; ; retries++ {
		data, err := c.attempt(ctx, w)
		if err == nil || errors.Is(err, strategies.ErrNotFound) || ctx.Err() != nil || !c.mayRetry(retries) {
			return data, err
		}
		if pause := c.options.Backoff.Draw(c.random); pause > 0 {
			if err := c.process.Sleep(ctx, pause); err != nil {
				return nil, err
			}
		}
		c.origin.emit(w, observe.Event{Kind: observe.OriginRetry})
	}
}

func (c *Client) mayRetry(retries int) bool {
	switch {
	case retries >= c.options.Retries:
		return false
	case c.options.Budget == 0:
		return true
	case c.savings < 1:
		return false
	}
	c.savings--
	return true
}

// attempt asks once.
func (c *Client) attempt(ctx context.Context, w *observe.Work) ([]byte, error) {
	if c.options.Timeout == 0 {
		return c.origin.Load(ctx, w)
	}
	s := c.origin.sim
	own, cancel := s.WithTimeout(ctx, c.options.Timeout)
	data, err := c.origin.Load(own, w)
	if err != nil && own.Err() != nil && ctx.Err() == nil {
		c.origin.emit(w, observe.Event{Kind: observe.OriginTimeout})
		err = ErrTimeout
	}
	cancel()
	return data, err
}
