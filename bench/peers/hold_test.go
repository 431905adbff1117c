package peers

import (
	"fmt"
	"testing"

	"github.com/agoussia/godes"
	"github.com/fschuetz04/simgo"

	"stampede/sim"
)

// BenchmarkHold is the classic hold workload: n processes sleep exponential times
// with mean 1, for ever. A unit is an event.
func BenchmarkHold(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			peers := []peer{
				{"stampede", func() model { return stampedeHold(n) }},
				{"simgo", func() model { return simgoHold(n) }},
			}
			if n <= 10_000 { // its queue is a sorted list: more would take hours
				peers = append(peers, peer{"godes", func() model { return godesHold(n) }})
			}
			compare(b, "event", peers...)
		})
	}
}

func stampedeHold(n int) model {
	done, r := 0, newRand()
	return onStampede(&done, 2, 1/float64(n), func(_ *sim.Sim, p *sim.Process) {
		for range n {
			p.Go("holder", func() {
				for {
					_ = p.Sleep(background, seconds(r.ExpFloat64()))
					done++
				}
			})
		}
	})
}

func simgoHold(n int) model {
	done, r := 0, newRand()
	return onSimgo(&done, 2, 1/float64(n), func(s *simgo.Simulation, goOn *bool) {
		for range n {
			s.Process(func(p simgo.Process) {
				for *goOn {
					p.Wait(p.Timeout(r.ExpFloat64()))
					done++
				}
			})
		}
	})
}

func godesHold(n int) model {
	done, r := 0, newRand()
	return onGodes(&done, 2, 1/float64(n), func(goOn *bool) {
		for range n {
			godesGo(func() {
				for *goOn {
					godes.Advance(r.ExpFloat64())
					done++
				}
			})
		}
	})
}
