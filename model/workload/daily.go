package workload

import (
	"math"
	"time"

	"stampede/internal/detmath"
)

// Daily is a Poisson stream whose rate goes up and down as a sine wave, as that
// of people who sleep at night does. It is as far below Mean at its lowest, half
// a period from the peak, as it is above Mean at its peak.
type Daily struct {
	Mean   float64       // per second
	Peak   float64       // per second, from Mean to 2·Mean
	PeakAt time.Duration // when the rate is highest, in each period
	Period time.Duration // 24 hours if it is 0
}

// Validate reports the first field that is out of its range.
func (p Daily) Validate() error {
	var f fields
	f.positive("mean", p.Mean)
	f.that(p.Peak >= p.Mean && p.Peak <= 2*p.Mean, "peak", formatNumber(p.Peak),
		"from the mean, "+formatNumber(p.Mean)+", to twice the mean, for the lowest rate is as far below the mean")
	f.length("peak-at", p.PeakAt, 0)
	if p.Period != 0 {
		f.length("period", p.Period, pieces)
	}
	return f.err()
}

func (p Daily) period() time.Duration {
	if p.Period == 0 {
		return 24 * time.Hour
	}
	return p.Period
}

// Expected returns how many requests arrive on average before until.
func (p Daily) Expected(_ int, until time.Duration) float64 {
	period := p.period()
	swing := detmath.Sin(p.angle(until)) - detmath.Sin(p.angle(0))
	return float64(p.Mean*until.Seconds()) + float64((p.Peak-p.Mean)*period.Seconds()/(2*math.Pi)*swing)
}

// angle returns where in its wave the rate is at an instant: 0 at the peak, 2π a
// period later.
func (p Daily) angle(at time.Duration) float64 {
	return 2 * math.Pi * (float64(p.sincePeak(at)) / float64(p.period()))
}

// sincePeak returns how long ago the last peak was.
func (p Daily) sincePeak(at time.Duration) time.Duration {
	period := p.period()
	return ((at-p.PeakAt)%period + period) % period
}

// Arrivals begins the pattern.
func (p Daily) Arrivals(_ int, until time.Duration) Arrivals { return thin(&p, until) }

func (p *Daily) rate(at time.Duration) float64 {
	cosine := detmath.Sin(float64(p.angle(at)) + math.Pi/2)
	return max(p.Mean+float64((p.Peak-p.Mean)*cosine), 0)
}

// piece divides the wave into stretches in which the rate only rises or only
// falls.
func (p *Daily) piece(at time.Duration, _ Source) (time.Duration, float64) {
	period, since := p.period(), p.sincePeak(at)
	if half := period / 2; since < half {
		return at + half - since, p.rate(at)
	}
	until := at + climb(period/2, period, since) - since
	return until, p.rate(until)
}
