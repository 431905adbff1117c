package origin

import "time"

// limiter is a token bucket, kept as the instant at which it will be full: the
// generic cell rate algorithm (ITU-T I.371).
type limiter struct {
	interval  time.Duration // between two loads at the full rate; 0 is no limit
	tolerance time.Duration // how much earlier a burst may come
	due       time.Duration
}

// newLimiter returns a full bucket of the given size for so many a second.
func newLimiter(rate float64, burst int) limiter {
	if rate <= 0 {
		return limiter{}
	}
	interval := time.Duration(float64(time.Second) / rate)
	return limiter{interval: interval, tolerance: interval * time.Duration(max(burst, 1)-1)}
}

// allow takes a token, if there is one.
func (l *limiter) allow(now time.Duration) bool {
	if l.interval == 0 {
		return true
	}
	due := max(l.due, now)
	if due-now > l.tolerance {
		return false
	}
	l.due = due + l.interval
	return true
}
