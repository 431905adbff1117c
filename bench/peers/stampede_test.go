package peers

import (
	"math/rand/v2"
	"testing"

	"github.com/agoussia/godes"
	"github.com/fschuetz04/simgo"

	"stampede/sim"
)

// The times of a stampede, in seconds.
const (
	ttl   = 1
	load  = 0.2
	think = 0.005
)

const (
	workers = 100
	// eachRead is about what the workers take for a read between them, in seconds.
	eachRead = 1. / 13_000
)

// BenchmarkStampede is a hundred workers that read one key without protection,
// and all load it whenever it has expired: the bare course of events, without the
// server, the figures and the record that a run of the simulator has besides. A
// unit is a read.
func BenchmarkStampede(b *testing.B) {
	compare(b, "read",
		peer{"stampede", stampedeStampede},
		peer{"simgo", simgoStampede},
		peer{"godes", godesStampede})
}

// shared is the key, and what its readers draw from.
type shared struct {
	expires float64
	rand    *rand.Rand
	done    int
}

// read is a worker's read and its pause, given how to wait and what time it is.
func (k *shared) read(sleep func(float64), now func() float64) {
	leg := func() { sleep(0.0001 + 0.0004*k.rand.ExpFloat64()) }
	leg()
	found := now() <= k.expires
	leg()
	if !found {
		sleep(load)
		leg()
		k.expires = now() + ttl
		leg()
	}
	k.done++
	sleep(think)
}

func stampedeStampede() model {
	k := &shared{rand: newRand()}
	return onStampede(&k.done, 2, eachRead, func(s *sim.Sim, p *sim.Process) {
		now := func() float64 { return s.Now().Seconds() }
		sleep := func(d float64) { _ = p.Sleep(background, seconds(d)) }
		for range workers {
			p.Go("worker", func() {
				for {
					k.read(sleep, now)
				}
			})
		}
	})
}

func simgoStampede() model {
	k := &shared{rand: newRand()}
	return onSimgo(&k.done, 2, eachRead, func(s *simgo.Simulation, goOn *bool) {
		for range workers {
			s.Process(func(p simgo.Process) {
				sleep := func(d float64) { p.Wait(p.Timeout(d)) }
				for *goOn {
					k.read(sleep, s.Now)
				}
			})
		}
	})
}

func godesStampede() model {
	k := &shared{rand: newRand()}
	return onGodes(&k.done, 2, eachRead, func(goOn *bool) {
		for range workers {
			godesGo(func() {
				for *goOn {
					k.read(godes.Advance, godes.GetSystemTime)
				}
			})
		}
	})
}
