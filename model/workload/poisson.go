package workload

import "time"

// Poisson is a stream of independent requests: the gaps are exponential with
// mean 1/Rate.
type Poisson struct {
	Rate float64 // per second
}

// Validate reports a rate that is out of its range.
func (p Poisson) Validate() error {
	var f fields
	f.positive("rate", p.Rate)
	return f.err()
}

// Expected returns how many requests arrive on average before until.
func (p Poisson) Expected(_ int, until time.Duration) float64 { return p.Rate * until.Seconds() }

// Arrivals begins the pattern. It takes one number of the stream for each request.
func (p Poisson) Arrivals(_ int, until time.Duration) Arrivals {
	return thin(constantRate(p.Rate), until)
}

type constantRate float64

func (r constantRate) rate(time.Duration) float64 { return float64(r) }

func (r constantRate) piece(time.Duration, Source) (time.Duration, float64) {
	return never, float64(r)
}
