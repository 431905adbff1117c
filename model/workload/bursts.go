package workload

import "time"

// Bursts is a Poisson stream that switches between two rates. If both lengths
// are exponential, it is a Markov-modulated Poisson process; with constant
// lengths, a square wave with random arrivals on it.
//
// It begins in a burst with the probability that it is in one in the long run,
// and with a new length. For exponential lengths it is then in its steady state
// from the first instant on.
type Bursts struct {
	Rate    float64  // in a burst, per second
	OffRate float64  // between bursts, per second; 0 or more, and at most Rate
	On      Duration // length of a burst
	Off     Duration // length of the pause between two
}

// Validate reports the first field that is out of its range.
func (p Bursts) Validate() error {
	var f fields
	f.positive("rate", p.Rate)
	f.rate("off-rate", p.OffRate)
	f.that(p.OffRate <= p.Rate, "off-rate", formatNumber(p.OffRate), "up to the rate in a burst, "+formatNumber(p.Rate))
	f.that(p.On.Mean() >= time.Microsecond, "on", p.On, "a mean of 1µs or more")
	f.that(p.Off.Mean() >= time.Microsecond, "off", p.Off, "a mean of 1µs or more")
	return f.err()
}

// MeanRate returns the rate in the long run.
func (p Bursts) MeanRate() float64 {
	share := p.onShare()
	return float64(share*p.Rate) + float64((1-share)*p.OffRate)
}

// onShare is how much of the time is in bursts.
func (p *Bursts) onShare() float64 {
	on, off := float64(p.On.Mean()), float64(p.Off.Mean())
	return on / (on + off)
}

// Expected returns how many requests arrive on average before until. It is exact
// for exponential lengths; for others, in the long run.
func (p Bursts) Expected(_ int, until time.Duration) float64 { return p.MeanRate() * until.Seconds() }

// Arrivals begins the pattern.
func (p Bursts) Arrivals(_ int, until time.Duration) Arrivals { return thin(&bursts{Bursts: p}, until) }

type bursts struct {
	Bursts
	begun bool
	on    bool
	next  time.Duration // when it switches
}

func (b *bursts) rate(time.Duration) float64 {
	if b.on {
		return b.Rate
	}
	return b.OffRate
}

func (b *bursts) piece(at time.Duration, s Source) (time.Duration, float64) {
	if !b.begun {
		b.begun = true
		b.on = unit(s) >= b.onShare() // the loop below switches it
	}
	for b.next <= at {
		b.on = !b.on
		length := &b.Off
		if b.on {
			length = &b.On
		}
		b.next += min(max(length.Draw(s), 1), never-b.next)
	}
	return b.next, b.rate(at)
}
