package workload

import (
	"math"
	"time"
)

// clock is an instant that gaps are added to. It keeps the part of a nanosecond,
// so that a million gaps of 1.5 ns are 1.5 ms.
type clock struct {
	at   time.Duration
	part float64 // of a nanosecond, from 0 to below 1
}

// add moves the clock by a gap, in nanoseconds, 0 or more. Past the last instant
// that there is, it stands at never.
func (c *clock) add(gap float64) {
	gap += c.part
	whole := math.Floor(gap)
	c.part = gap - whole
	if whole >= float64(longest) || c.at > never-time.Duration(whole) {
		c.at, c.part = never, 0
		return
	}
	c.at += time.Duration(whole)
}

// secondsTo returns how long after the clock an instant is.
func (c *clock) secondsTo(until time.Duration) float64 {
	return (float64(until-c.at) - c.part) / 1e9
}
