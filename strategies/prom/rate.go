package prom

import (
	"sync"
	"time"
)

// A second is counted in parts, so that the rate is that of the last second at any
// instant.
const (
	rateParts = 100
	ratePart  = time.Second / rateParts
)

// rate counts what happened within the last second.
type rate struct {
	mu     sync.Mutex
	counts [rateParts]int
	latest int64 // part of time that was counted in last
}

// count adds what happened at an instant.
func (r *rate) count(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[r.forget(now)]++
}

// perSecond returns how much happened within the second before now.
func (r *rate) perSecond(now time.Time) (sum int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(now)
	for _, n := range r.counts {
		sum += n
	}
	return sum
}

// forget drops the parts that are over a second ago, and returns the place of the
// present one.
func (r *rate) forget(now time.Time) (place int64) {
	part := now.UnixNano() / int64(ratePart)
	if r.latest < part-rateParts {
		r.latest = part - rateParts
	}
	for r.latest < part {
		r.latest++
		r.counts[r.latest%rateParts] = 0
	}
	return r.latest % rateParts
}
