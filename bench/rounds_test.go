package bench

import (
	"slices"
	"syscall"
	"testing"
)

// contestant runs a workload on one simulator.
type contestant struct {
	name string
	// round goes on with the workload for about the given number of units
	// (events, customers, reads) and returns how many it really were.
	round func(units int) int
	units int
	cost  []float64 // CPU ns per unit, by round
}

// race lets the contestants take turns, and reports the median cost of each and
// how many times cheaper the first is than the others.
func race(b *testing.B, unit string, contestants ...*contestant) {
	for b.Loop() {
		for _, c := range contestants {
			start := cpu()
			done := c.round(c.units)
			c.cost = append(c.cost, float64(cpu()-start)/float64(done))
		}
	}
	b.ReportMetric(0, "ns/op") // a round is no unit of anything
	first := median(contestants[0].cost)
	for i, c := range contestants {
		b.ReportMetric(median(c.cost), c.name+"-ns/"+unit)
		if i > 0 {
			b.ReportMetric(median(c.cost)/first, "x-"+c.name)
		}
	}
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// cpu returns the processor time that the process has used, in nanoseconds: on
// a shared machine the wall clock says little.
func cpu() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
