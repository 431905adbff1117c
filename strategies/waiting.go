package strategies

import (
	"context"
	"fmt"
	"time"
)

// waiting is a reader's wait for another's load.
type waiting interface {
	// pause waits until it is time to look again. At the wait's limit it
	// returns an error that wraps ErrBusy.
	pause(ctx context.Context) error
	// end ends the wait. What a reader does after the last pause, such as a load of
	// its own, is no part of it.
	end(ctx context.Context)
}

func (c *Cache) newWaiting(key string) waiting {
	p := &poll{Cache: c, key: key, since: c.Env.Now(), next: c.Options.Lock.Poll}
	if c.choices.Notify {
		return &notified{poll: p}
	}
	return p
}

// poll looks again and again.
//
// Idea: sleep, look, sleep. With back-off each sleep is longer than the one
// before, and drawn, so that those who began together do not go on together.
//
// Guarantee: a reader finds the value at most one pause after it is there, and
// gives up after the wait limit.
//
// How it breaks: N waiters ask Redis N times in each pause. Without jitter the
// back-off leaves them in step, and each step is a burst.
//
// Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
type poll struct {
	*Cache
	key   string
	since time.Time
	woke  time.Time // from the last pause; zero before there is one
	next  time.Duration
}

func (p *poll) pause(ctx context.Context) error {
	if p.left() <= 0 {
		return p.busy()
	}
	d := p.next
	if p.choices.Backoff {
		d = max(uniform(p.Env, p.next), time.Millisecond)
		o := p.Options.Lock
		p.next = min(time.Duration(o.Growth*float64(p.next)), o.PollMax)
	}
	err := p.Env.Sleep(ctx, d)
	p.woke = p.Env.Now()
	return err
}

// left returns how long the reader may still wait.
func (p *poll) left() time.Duration { return p.Options.Lock.Wait - p.Env.Now().Sub(p.since) }

func (p *poll) busy() error {
	return fmt.Errorf("%w (waited %v for %s)", ErrBusy, p.Options.Lock.Wait, p.key)
}

func (p *poll) end(ctx context.Context) {
	if !p.woke.IsZero() {
		p.waited(ctx, p.key, p.woke.Sub(p.since))
	}
}

// waited has a wait for another's load observed, once it is over.
func (c *Cache) waited(ctx context.Context, key string, took time.Duration) {
	c.Env.Observe(ctx, Observation{What: LockWaited, Key: key, Took: took})
}
