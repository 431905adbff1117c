package live

import (
	"context"
	"time"

	"stampede/model/observe"
)

// clockSamples are how often a server is asked for its time: the quickest answers
// tell it best.
const clockSamples = 50

// clock measures how far the server's clock is ahead of ours; nil if it does not
// tell. It read its clock somewhere between a request and its reply, and all
// samples must agree. (TIME)
func (s *server) clock(ctx context.Context) *observe.Clock {
	var least, most time.Duration
	for i := range clockSamples {
		sent := time.Now()
		at, err := s.control.Time(ctx).Result()
		received := time.Now()
		if err != nil {
			return nil
		}
		from, to := at.Sub(received), at.Sub(sent)+time.Microsecond // it tells whole ones
		if i == 0 {
			least, most = from, to
		}
		// A clock that was set in between agrees with itself no more: then the
		// later samples count.
		if from > most || to < least {
			least, most = from, to
		}
		least, most = max(least, from), min(most, to)
	}
	return &observe.Clock{
		AheadMS:       observe.Milliseconds((least + most) / 2),
		UncertaintyMS: observe.Milliseconds((most - least) / 2),
	}
}

// machineClock tells the time in nanoseconds since some instant that is the same
// for all processes of the machine. (CLOCK_MONOTONIC)
type machineClock struct {
	zero  time.Time
	nanos int64 // what it was then
}

// at tells what it is at a time that has a monotonic reading.
func (c machineClock) at(t time.Time) int64 { return c.nanos + int64(t.Sub(c.zero)) }
