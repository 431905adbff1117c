package workload

import (
	"time"

	"stampede/internal/detmath"
)

// Flash is a flash crowd: a Poisson stream whose rate rises from Base to Peak,
// holds, and falls back. With Rise and Decay 0 it is a step up and a step down,
// with Hold 0 a spike.
type Flash struct {
	Base, Peak float64       // per second; Base may be 0
	At         time.Duration // when the rise begins
	Rise       time.Duration // length of the rise, in a straight line; 0 is a step
	Hold       time.Duration // length of the peak
	Decay      time.Duration // the time in which the excess over Base falls to 1/e, exponentially; 0 is a step
}

// Validate reports the first field that is out of its range.
func (p Flash) Validate() error {
	var f fields
	f.rate("base", p.Base)
	f.positive("peak", p.Peak)
	f.that(p.Peak >= p.Base, "peak", formatNumber(p.Peak), "the base, "+formatNumber(p.Base)+", or more")
	f.length("at", p.At, 0)
	f.length("rise", p.Rise, 0)
	f.length("hold", p.Hold, 0)
	f.length("decay", p.Decay, 0)
	f.that(p.Hold > 0 || p.Decay > 0, "hold", "0s as is decay", "a length above 0 for one of them")
	return f.err()
}

// fall returns when the fall begins.
func (p Flash) fall() time.Duration { return min(p.At+p.Rise, longest) + p.Hold }

// Expected returns how many requests arrive on average before until.
func (p Flash) Expected(_ int, until time.Duration) float64 {
	n := float64(p.Base * until.Seconds())
	excess := p.Peak - p.Base
	if rising := min(until-p.At, p.Rise); rising > 0 {
		n += float64(excess * (float64(rising) / float64(p.Rise)) / 2 * rising.Seconds())
	}
	if holding := min(until-p.At-p.Rise, p.Hold); holding > 0 {
		n += float64(excess * holding.Seconds())
	}
	if falling := until - p.fall(); falling > 0 && p.Decay > 0 {
		n += float64(excess * p.Decay.Seconds() * (1 - detmath.Exp(-float64(falling)/float64(p.Decay))))
	}
	return n
}

// Arrivals begins the pattern.
func (p Flash) Arrivals(_ int, until time.Duration) Arrivals { return thin(&p, until) }

func (p *Flash) rate(at time.Duration) float64 {
	switch fall := p.fall(); {
	case at < p.At:
		return p.Base
	case at < p.At+p.Rise:
		return p.Base + float64((p.Peak-p.Base)*(float64(at-p.At)/float64(p.Rise)))
	case at < fall:
		return p.Peak
	case p.Decay == 0:
		return p.Base
	default:
		return p.Base + float64((p.Peak-p.Base)*detmath.Exp(-float64(at-fall)/float64(p.Decay)))
	}
}

func (p *Flash) piece(at time.Duration, _ Source) (time.Duration, float64) {
	switch top := p.At + p.Rise; {
	case at < p.At:
		return p.At, p.Base
	case at < top:
		until := climb(p.At, top, at)
		return until, p.Base + float64((p.Peak-p.Base)*(float64(until-p.At)/float64(p.Rise)))
	default: // from here on the rate never rises
		return never, p.rate(at)
	}
}
