// Package peers measures stampede's kernel beside simgo and godes on the same
// workloads, in turns within one process:
//
//	cd bench/peers && go test -bench . -timeout 1h
//
// Figures are processor time, so that they mean something on a machine that has
// other work too. The same workloads on SimPy are in ../simpy_bench.py.
package peers

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// A measurement goes on, in chunks of a workload, until it has used so much processor
// time; all of it counts, the collection of its garbage included. Of the rounds the
// medians are shown.
const (
	rounds = 7
	chunk  = 1000 // units
	enough = 500 * time.Millisecond
)

// model is a workload on one simulator, started and past its first moments.
type model struct {
	// advance lets the model go on for about n units and returns how many it did.
	advance func(n int) int
	end     func()
}

// peer is a simulator and how a workload is made on it.
type peer struct {
	name  string
	start func() model
}

// compare measures peers in turns and reports what a unit costs each, and how many
// times as much it costs the others as the first.
func compare(b *testing.B, unit string, peers ...peer) {
	costs := make([][]float64, len(peers))
	ratios := make([][]float64, len(peers))
	for round := range rounds {
		for i := range peers {
			if round%2 == 1 {
				i = len(peers) - 1 - i
			}
			costs[i] = append(costs[i], cost(peers[i]))
		}
		for i := range peers {
			ratios[i] = append(ratios[i], costs[i][round]/costs[0][round])
		}
	}
	b.ReportMetric(0, "ns/op") // it would be the time of all of them
	for i, p := range peers {
		b.ReportMetric(median(costs[i]), p.name+"-ns/"+unit)
		if i > 0 {
			b.ReportMetric(median(ratios[i]), p.name+"/"+peers[0].name)
		}
	}
}

// cost is what a unit of the workload takes, in nanoseconds of processor time.
func cost(p peer) float64 {
	m := p.start()
	defer m.end()
	runtime.GC() // of what was there before
	units, begin := 0, processorTime()
	for used := time.Duration(0); ; {
		units += m.advance(chunk)
		if used = processorTime() - begin; used >= enough {
			return float64(used) / float64(units)
		}
	}
}

// processorTime is what the process has used so far, garbage collection included.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
