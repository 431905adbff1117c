package peers

import (
	"slices"
	"testing"

	"github.com/agoussia/godes"
	"github.com/fschuetz04/simgo"

	"stampede/sim"
)

// The means of a queue, in seconds: the server is busy for 0.8 of the time.
const between, service = 1, 0.8

// BenchmarkQueue is a queue at a shared resource: customers come at exponential
// intervals, wait for the one server, and are served for an exponential time. Each
// is a process of its own, which ends. A unit is a customer.
func BenchmarkQueue(b *testing.B) {
	compare(b, "customer",
		peer{"stampede", stampedeQueue},
		peer{"simgo", simgoQueue},
		peer{"godes", godesQueue})
}

func stampedeQueue() model {
	done, r := 0, newRand()
	return onStampede(&done, 100, between, func(s *sim.Sim, p *sim.Process) {
		server := resource{sim: s}
		var customer job = func() {
			server.acquire()
			_ = p.Sleep(background, seconds(service*r.ExpFloat64()))
			done++
			server.release()
		}
		p.Go("door", func() {
			for {
				_ = p.Sleep(background, seconds(between*r.ExpFloat64()))
				p.Start(customer)
			}
		})
	})
}

// job is a function that many tasks run.
type job func()

func (j job) Run()           { j() }
func (j job) String() string { return "customer" }

// resource is used by one at a time. sim has only signals, and this is how one makes
// a resource of them.
type resource struct {
	sim     *sim.Sim
	busy    bool
	waiting []*sim.Signal
	spare   []*sim.Signal
}

func (r *resource) acquire() {
	if !r.busy {
		r.busy = true
		return
	}
	turn := r.turn()
	r.waiting = append(r.waiting, turn)
	_ = turn.Wait(background)
	r.spare = append(r.spare, turn)
}

func (r *resource) turn() *sim.Signal {
	n := len(r.spare)
	if n == 0 {
		return r.sim.NewSignal("the server")
	}
	turn := r.spare[n-1]
	r.spare = r.spare[:n-1]
	turn.Reset(r.sim, "the server")
	return turn
}

func (r *resource) release() {
	if len(r.waiting) == 0 {
		r.busy = false
		return
	}
	r.waiting[0].Fire()
	r.waiting = slices.Delete(r.waiting, 0, 1)
}

func simgoQueue() model {
	done, r := 0, newRand()
	return onSimgo(&done, 100, between, func(s *simgo.Simulation, goOn *bool) {
		server := simgo.NewResource(s, 1)
		customer := func(p simgo.Process) {
			p.Wait(server.Request())
			p.Wait(p.Timeout(service * r.ExpFloat64()))
			done++
			server.Release()
		}
		s.Process(func(p simgo.Process) {
			for *goOn {
				p.Wait(p.Timeout(between * r.ExpFloat64()))
				s.Process(customer)
			}
		})
	})
}

// godesQueue serves those who wait in an order of godes's choice: it keeps them in
// a map.
func godesQueue() model {
	done, r := 0, newRand()
	return onGodes(&done, 100, between, func(goOn *bool) {
		busy := godes.NewBooleanControl()
		customer := func() {
			for busy.GetState() {
				busy.Wait(false)
			}
			busy.Set(true)
			godes.Advance(service * r.ExpFloat64())
			done++
			busy.Set(false)
		}
		godesGo(func() {
			for *goOn {
				godes.Advance(between * r.ExpFloat64())
				godesGo(customer)
			}
		})
	})
}
