package peers

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/agoussia/godes"
	"github.com/fschuetz04/simgo"

	"stampede/sim"
)

// A workload is written once for each simulator, in its own way to wait. Times are
// in seconds; draws come from one generator, so that its cost is the same for all.

var background = context.Background()

// newRand is a generator of a workload's draws.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// seconds is a virtual time of sim.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// onStampede runs a workload, past its first `warm` seconds, on sim. A unit is
// counted in done, and takes `each` seconds on average.
func onStampede(done *int, warm, each float64, workload func(*sim.Sim, *sim.Process)) model {
	s := sim.New(sim.Config{})
	workload(s, s.NewProcess("p"))
	run := func(d float64) {
		if err := s.Run(s.Now() + seconds(d)); err != nil {
			panic(err)
		}
	}
	run(warm)
	return model{advance: counted(done, each, run), end: s.Close}
}

// onSimgo does it on simgo. Its processes look at goOn, and so come to an end:
// those that Shutdown ends can panic in a finalizer, later.
func onSimgo(done *int, warm, each float64, workload func(s *simgo.Simulation, goOn *bool)) model {
	goOn := true
	s := simgo.NewSimulation()
	workload(s, &goOn)
	run := func(d float64) { s.RunUntil(s.Now() + d) }
	run(warm)
	return model{advance: counted(done, each, run), end: func() { goOn = false; s.Run() }}
}

// onGodes does it on godes, which can't stop a runner that waits.
func onGodes(done *int, warm, each float64, workload func(goOn *bool)) model {
	goOn := true
	godes.Verbose(false) // makes the one model there is, the first time
	workload(&goOn)
	godes.Run()
	godes.Advance(warm)
	return model{advance: counted(done, each, godes.Advance), end: func() {
		goOn = false
		godes.WaitUntilDone()
		godes.Clear()
	}}
}

// counted returns a model's advance.
func counted(done *int, each float64, run func(float64)) func(int) int {
	return func(n int) int {
		before := *done
		run(float64(n) * each)
		return *done - before
	}
}

// runner is a function that godes runs.
type runner struct {
	*godes.Runner
	run func()
}

func (r *runner) Run() { r.run() }

func godesGo(run func()) { godes.AddRunner(&runner{new(godes.Runner), run}) }
