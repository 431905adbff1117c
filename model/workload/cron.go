package workload

import (
	"fmt"
	"math"
	"time"
)

// CountMax is the largest number of requests at one time of a [Cron].
const CountMax = 100_000_000

// Cron is what clients with synchronised clocks do: Count requests at First and
// every Every from then on, at one instant or spread over a window.
type Cron struct {
	Every  time.Duration
	Count  int           // requests each time
	First  time.Duration // the first time
	Spread time.Duration // they are independent and uniform over it; 0 is at once, the most is Every
}

// Validate reports the first field that is out of its range.
func (p Cron) Validate() error {
	var f fields
	f.length("every", p.Every, 1)
	f.that(p.Count >= 1 && p.Count <= CountMax, "count", p.Count, fmt.Sprintf("from 1 to %d", CountMax))
	f.length("first", p.First, 0)
	f.that(p.Spread >= 0 && p.Spread <= p.Every, "spread", Length(p.Spread), fmt.Sprintf("from 0s to the time between two, %v", Length(p.Every)))
	return f.err()
}

// Expected returns how many requests arrive on average before until.
func (p Cron) Expected(_ int, until time.Duration) float64 {
	if until <= p.First {
		return 0
	}
	before := until - p.First
	times := float64((before-1)/p.Every + 1)
	if last := before - time.Duration(times-1)*p.Every; last < p.Spread {
		times -= 1 - float64(last)/float64(p.Spread)
	}
	return math.Max(times, 0) * float64(p.Count)
}

// Arrivals begins the pattern.
func (p Cron) Arrivals(_ int, until time.Duration) Arrivals {
	return &cron{Cron: p, begin: p.First, spread: newSpread(p.Spread, p.Count), until: until}
}

type cron struct {
	Cron
	begin  time.Duration
	spread spread
	until  time.Duration
}

func (c *cron) Next(s Source) (time.Duration, bool) {
	if c.spread.left == 0 {
		c.begin += min(c.Every, never-c.begin)
		c.spread = newSpread(c.Spread, c.Count)
	}
	if c.begin >= c.until {
		return 0, false
	}
	at := c.begin + c.spread.next(s)
	return at, at < c.until
}
