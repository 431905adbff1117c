package sim

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// virtualContext is a context whose deadline is a virtual time and whose end is
// an event of the run. The standard library's own would end by the wall clock
// and tell of it from another goroutine.
type virtualContext struct {
	context.Context // the parent; for its values

	sim      *Sim
	above    *virtualContext // the nearest virtual ancestor: nil if there is none
	deadline time.Duration   // never if there is none
	timer    Timer
	err      error
	done     chan struct{} // made when first asked for
	waiters  waitList      // tasks to wake when it is done
	after    []dependent   // in the order they came
}

// never is after all instants of a run.
const never = time.Duration(math.MaxInt64)

// dependent is what is told, in the run, that a context is done, and why.
type dependent interface{ end(why error) }

// afterFunc is a function to call when a context is done.
type afterFunc struct{ fn func() }

func (f *afterFunc) end(error) { f.fn() }

// virtualKey finds the nearest virtual context among a context's ancestors.
type virtualKey struct{}

// WithCancel is [context.WithCancel] in virtual time.
func (s *Sim) WithCancel(parent context.Context) (context.Context, context.CancelFunc) {
	c := s.derive(parent)
	return c, func() { c.end(context.Canceled) }
}

// WithTimeout is [context.WithTimeout] in virtual time. The deadline it reports
// is by the run's true clock, [Epoch] + Now, not by a process's own.
func (s *Sim) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	c := s.derive(parent)
	if at := s.now + max(d, 0); at < c.deadline {
		c.deadline = at
		if c.err == nil {
			c.timer = s.schedule(at, Client, c)
		}
	}
	return c, func() { c.end(context.Canceled) }
}

func (s *Sim) derive(parent context.Context) *virtualContext {
	s.CheckAlive()
	c := &virtualContext{Context: parent, sim: s, deadline: never}
	p := virtualOf(parent)
	if p == nil {
		return c
	}
	c.deadline, c.err = p.deadline, p.err
	if p.err == nil {
		c.above = p
		p.after = append(p.after, c)
	}
	return c
}

// Handle ends the context at its deadline.
func (c *virtualContext) Handle() { c.end(context.DeadlineExceeded) }

// end makes the context done: its tasks wake, and what depends on it ends too.
func (c *virtualContext) end(why error) {
	if c.err != nil {
		return
	}
	c.err = why
	c.sim.Cancel(c.timer)
	if c.above != nil {
		c.above.leave(c)
	}
	if c.done != nil {
		close(c.done)
	}
	c.waiters.wakeAll()
	after := c.after
	c.after = nil
	for _, d := range after {
		d.end(why)
	}
}

// leave reports whether d depended on the context, and no longer does.
func (c *virtualContext) leave(d dependent) bool {
	i := slices.Index(c.after, d)
	if i < 0 {
		return false
	}
	c.after = slices.Delete(c.after, i, i+1)
	return true
}

// Deadline returns the virtual deadline, if there is one.
func (c *virtualContext) Deadline() (time.Time, bool) {
	if c.deadline == never {
		return time.Time{}, false
	}
	return Epoch.Add(c.deadline), true
}

// Err returns why the context is done, or nil while it is not.
func (c *virtualContext) Err() error { return c.err }

// Done returns a channel that closes when the context is done.
func (c *virtualContext) Done() <-chan struct{} {
	if c.done == nil {
		c.done = make(chan struct{})
		if c.err != nil {
			close(c.done)
		}
	}
	return c.done
}

// Value returns the parent's value.
func (c *virtualContext) Value(key any) any {
	if key == (virtualKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// AfterFunc calls fn, in the run, when the context is done. It is what the
// context package looks for in a parent that is not its own: without it,
// [context.WithCancel] would start a goroutine.
func (c *virtualContext) AfterFunc(fn func()) (stop func() bool) {
	if c.err != nil {
		fn()
		return func() bool { return false }
	}
	f := &afterFunc{fn}
	c.after = append(c.after, f)
	return func() bool { return c.leave(f) }
}

// virtualOf returns the virtual context that decides when ctx is done; nil if
// ctx is never done.
func virtualOf(ctx context.Context) *virtualContext {
	if c, ok := ctx.(*virtualContext); ok { // without a channel
		return c
	}
	done := ctx.Done()
	if done == nil {
		return nil
	}
	if c, ok := ctx.Value(virtualKey{}).(*virtualContext); ok && c.Done() == done {
		return c
	}
	panic(fmt.Sprintf("sim: a task was given a context that ends outside virtual time (%T); "+
		"derive it by the simulator's WithCancel or WithTimeout", ctx))
}

// liveContext returns the virtual context to wait under, nil if ctx is never
// done, or the error of one that is done already.
func liveContext(ctx context.Context) (*virtualContext, error) {
	c := virtualOf(ctx)
	if c == nil {
		return nil, nil
	}
	return c, c.err
}
