package workload

import "time"

// curve is the rate of a Poisson process that changes with time.
type curve interface {
	// rate returns the rate at an instant, per second.
	rate(at time.Duration) float64

	// piece returns an instant after at, and the highest rate until then. Both
	// are asked for with instants that never decrease.
	piece(at time.Duration, s Source) (until time.Duration, top float64)
}

// pieces is how many pieces a rise is divided into. The highest rate of each is
// close to its average then, and few candidates are drawn in vain.
const pieces = 64

// thinning draws the arrivals of a Poisson process with a changing rate: from
// those of one with the highest rate of a piece, each is kept with probability
// rate/highest (Lewis and Shedler 1979). That is exact, whatever the pieces.
type thinning struct {
	curve curve
	clock clock
	until time.Duration
}

func thin(c curve, until time.Duration) Arrivals { return &thinning{curve: c, until: until} }

func (t *thinning) Next(s Source) (time.Duration, bool) {
	for {
		top := t.candidate(s)
		at := t.clock.at
		if at >= t.until {
			return 0, false
		}
		// What is certain costs no draw.
		if rate := t.curve.rate(at); rate >= top || unit(s)*top < rate {
			return at, true
		}
	}
}

// candidate moves the clock to the next arrival at the highest rate, and returns
// that rate.
func (t *thinning) candidate(s Source) (top float64) {
	// The number of arrivals that are expected until the next is exponential.
	// Pieces use it up.
	left := exponential(s)
	for t.clock.at < t.until {
		until, top := t.curve.piece(t.clock.at, s)
		span := t.clock.secondsTo(until)
		if gap := left / top; gap < span {
			t.clock.add(gap * 1e9)
			return top
		}
		left -= float64(span * top)
		t.clock = clock{at: until}
	}
	return 0
}

// climb returns the end of the piece of a rise that at is in. The rise is from
// begin to end.
func climb(begin, end, at time.Duration) time.Duration {
	step := max((end-begin)/pieces, 1)
	return min(begin+((at-begin)/step+1)*step, end)
}
