package workload

import "time"

// Ramp is a Poisson stream whose rate goes from one value to another in a
// straight line, and stays there.
type Ramp struct {
	From, To float64 // per second; one of them may be 0
	Over     time.Duration
}

// Validate reports the first field that is out of its range.
func (p Ramp) Validate() error {
	var f fields
	f.rate("from", p.From)
	f.rate("to", p.To)
	f.that(p.From > 0 || p.To > 0, "to", "0 as is from", "a rate above 0 for one of them")
	f.length("over", p.Over, 1)
	return f.err()
}

// Expected returns how many requests arrive on average before until.
func (p Ramp) Expected(_ int, until time.Duration) float64 {
	rising := min(until, p.Over)
	middle := (p.From + p.rate(rising)) / 2
	return float64(middle*rising.Seconds()) + float64(p.To*(until-rising).Seconds())
}

// Arrivals begins the pattern.
func (p Ramp) Arrivals(_ int, until time.Duration) Arrivals { return thin(p, until) }

func (p Ramp) rate(at time.Duration) float64 {
	if at >= p.Over {
		return p.To
	}
	return p.From + float64((p.To-p.From)*(float64(at)/float64(p.Over)))
}

func (p Ramp) piece(at time.Duration, _ Source) (time.Duration, float64) {
	switch {
	case at >= p.Over:
		return never, p.To
	case p.To < p.From:
		return p.Over, p.rate(at)
	}
	until := climb(0, p.Over, at)
	return until, p.rate(until)
}
