package origin

import (
	"time"

	"stampede/model/observe"
	"stampede/sim"
)

// trouble is what is wrong with the database.
type trouble struct {
	random   *sim.Rand
	down     bool
	failing  uint64  // of 2^32 loads, so many fail
	slowness float64 // how many times as long a load takes; 0 stands for 1
	capacity float64 // the share of the connections that it has lost
}

// refusal returns why the database answers with an error; nil if it does not.
func (t *trouble) refusal() error {
	switch {
	case t.down:
		return ErrUnavailable
	case t.failing > 0 && t.random.Uint64()>>32 < t.failing:
		return ErrFailed
	}
	return nil
}

// SetDown takes the database down, or brings it back. While it is down it
// answers each load with an error at once, those in the queue too; what it has
// begun it finishes.
func (o *Origin) SetDown(down bool) {
	o.trouble.down = down
	if down {
		for l := o.queue.pop(); l != nil; l = o.queue.pop() {
			l.refuse(ErrUnavailable)
		}
	}
}

// SetFailing makes a share of the loads fail at once, from 0 to 1.
func (o *Origin) SetFailing(share float64) {
	share = checkedShare("SetFailing", share)
	o.trouble.failing = uint64(float64(share * (1 << 32)))
}

// SetSlowness makes loads that begin from now on take factor times as long.
func (o *Origin) SetSlowness(factor float64) {
	if !(factor >= 0) {
		panic("origin: Origin.SetSlowness: a factor is 0 or more")
	}
	o.trouble.slowness = factor
}

// SetCapacity leaves a share of the connections, from 0 to 1, rounded up: a
// brown-out. Without a limit of connections only 0 has an effect: no load
// begins.
func (o *Origin) SetCapacity(share float64) {
	o.trouble.capacity = 1 - checkedShare("SetCapacity", share)
	o.serve()
}

// SetRate limits the rate of loads as [Options.Rate] does, in its place; 0 is no
// limit.
func (o *Origin) SetRate(rate float64, burst int) { o.limiter = newLimiter(rate, burst) }

// ResetRate returns to the rate of the options.
func (o *Origin) ResetRate() { o.limiter = newLimiter(o.options.Rate, o.options.Burst) }

func checkedShare(method string, share float64) float64 {
	if !(share >= 0 && share <= 1) {
		panic("origin: Origin." + method + ": a share is from 0 to 1")
	}
	return share
}

// free reports whether a load can begin.
func (o *Origin) free() bool {
	t := &o.trouble
	switch c := o.options.Connections; {
	case t.capacity == 0:
		return c == 0 || o.busy < c
	case t.capacity == 1:
		return false
	case c == 0:
		return true
	default:
		return o.busy < c-int(float64(float64(c)*t.capacity))
	}
}

// takes returns how long a load takes that begins now.
func (o *Origin) takes(w *observe.Work) time.Duration {
	d := w.Load.Takes
	if d == 0 {
		d = o.options.Latency.Draw(o.random)
	}
	if c := o.options.Contention; c > 0 && o.busy > 1 {
		d = scale(d, 1+float64(c*float64(o.busy-1)))
	}
	if f := o.trouble.slowness; f != 0 {
		d = scale(d, f)
	}
	return d
}

// longest bounds a load: a year.
const longest = 365 * 24 * time.Hour

func scale(d time.Duration, factor float64) time.Duration {
	ns := float64(float64(d) * factor)
	if ns >= float64(longest) {
		return longest
	}
	return time.Duration(ns)
}
