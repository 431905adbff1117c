package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/agoussia/godes"
	"github.com/fschuetz04/simgo"

	"stampede/sim"
)

// BenchmarkHold is the classic hold model: n processes sleep exponential times
// with mean 1, for ever. An event is one wake-up.
func BenchmarkHold(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			ours, closeOurs := holdStampede(n)
			defer closeOurs()
			theirs, closeTheirs := holdSimgo(n)
			defer closeTheirs()
			contestants := []*contestant{
				{name: "stampede", round: ours, units: 1_000_000},
				{name: "simgo", round: theirs, units: 200_000},
			}
			if n <= 1000 { // beyond, godes takes hundreds of microseconds for an event
				round, stop := holdGodes(n)
				defer stop()
				contestants = append(contestants, &contestant{name: "godes", round: round, units: 20_000})
			}
			race(b, "event", contestants...)
		})
	}
}

func holdStampede(n int) (round func(int) int, stop func()) {
	s := sim.New(sim.Config{})
	p := s.NewProcess("p")
	r := rand.New(rand.NewPCG(1, 1))
	events := 0
	for range n {
		p.Go("holder", func() {
			for {
				_ = p.Sleep(context.Background(), time.Duration(r.ExpFloat64()*float64(time.Second)))
				events++
			}
		})
	}
	until := time.Duration(0)
	round = func(units int) int {
		before := events
		until += time.Duration(units) * time.Second / time.Duration(n)
		if err := s.Run(until); err != nil {
			panic(err)
		}
		return events - before
	}
	round(2 * n)
	return round, s.Close
}

func holdSimgo(n int) (round func(int) int, stop func()) {
	s := simgo.NewSimulation()
	r := rand.New(rand.NewPCG(1, 1))
	events := 0
	for range n {
		s.Process(func(p simgo.Process) {
			for {
				p.Wait(p.Timeout(r.ExpFloat64()))
				events++
			}
		})
	}
	until := 0.0
	round = func(units int) int {
		before := events
		until += float64(units) / float64(n)
		s.RunUntil(until)
		return events - before
	}
	round(2 * n)
	return round, s.Shutdown
}

// holder is a process of the hold model in godes, whose only model is a global
// variable. It ends when stopped is set.
type holder struct {
	*godes.Runner
	random  *rand.Rand
	events  *int
	stopped *bool
}

func (h *holder) Run() {
	for !*h.stopped {
		godes.Advance(h.random.ExpFloat64())
		*h.events++
	}
}

func holdGodes(n int) (round func(int) int, stop func()) {
	startGodes()
	r := rand.New(rand.NewPCG(1, 1))
	events, stopped := 0, false
	for range n {
		godes.AddRunner(&holder{&godes.Runner{}, r, &events, &stopped})
	}
	round = func(units int) int {
		before := events
		godes.Advance(float64(units) / float64(n))
		return events - before
	}
	round(2 * n)
	return round, func() { stopped = true; godes.WaitUntilDone() }
}

var godesRan bool

// startGodes makes godes' global model anew.
func startGodes() {
	if godesRan {
		godes.Clear()
	}
	godesRan = true
	godes.Run()
}
