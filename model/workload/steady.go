package workload

import (
	"math"
	"time"
)

// Steady is a constant rate: the first request at 0, each other 1/Rate after the
// one before. It draws nothing.
type Steady struct {
	Rate float64 // per second
}

// Validate reports a rate that is out of its range.
func (p Steady) Validate() error {
	var f fields
	f.positive("rate", p.Rate)
	return f.err()
}

// Expected returns the exact number of requests before until.
func (p Steady) Expected(_ int, until time.Duration) float64 {
	// Instants are rounded: one before until-0.5 ns counts.
	return math.Max(math.Ceil((float64(until)-0.5)*p.Rate/1e9), 0)
}

// at returns the instant of request i, from 0. It is i/Rate to the nearest
// nanosecond, for 52 days; later, to one part in 2⁵². No error adds up.
func (p Steady) at(i float64) time.Duration {
	return length(math.Round(float64(i*1e9) / p.Rate))
}

// Arrivals begins the pattern.
func (p Steady) Arrivals(_ int, until time.Duration) Arrivals {
	return &steady{Steady: p, until: until}
}

type steady struct {
	Steady
	i     float64
	until time.Duration
}

func (a *steady) Next(Source) (time.Duration, bool) {
	at := a.at(a.i)
	a.i++
	return at, at < a.until && at < longest
}
