package workload

import (
	"time"

	"stampede/internal/detmath"
)

// spread draws instants that are independent and uniform in a window, in the
// order of time and without keeping them: of k that remain in the rest of the
// window, the first leaves the share u^(1/k) of it.
type spread struct {
	window time.Duration
	left   int
	rest   float64 // of the window, as a share
}

func newSpread(window time.Duration, n int) spread { return spread{window, n, 1} }

// next returns an instant from 0 to below the window, or 0 if that is 0.
func (p *spread) next(s Source) time.Duration {
	left := float64(p.left)
	p.left--
	if p.window == 0 {
		return 0
	}
	p.rest = float64(p.rest * detmath.Exp(-exponential(s)/left))
	return min(length((1-p.rest)*float64(p.window)), p.window-1)
}
