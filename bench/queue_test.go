package bench

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/agoussia/godes"
	"github.com/fschuetz04/simgo"

	"stampede/sim"
)

// Customers come at exponential intervals with mean 1, wait for the one server
// and are served for an exponential time with this mean.
const serviceMean = 0.8

// BenchmarkQueue is a queue at a shared resource. Each customer is a process of
// its own, which ends.
func BenchmarkQueue(b *testing.B) {
	ours, closeOurs := queueStampede()
	defer closeOurs()
	theirs, closeTheirs := queueSimgo()
	defer closeTheirs()
	godes, closeGodes := queueGodes()
	defer closeGodes()
	race(
		b, "customer",
		&contestant{name: "stampede", round: ours, units: 300_000},
		&contestant{name: "simgo", round: theirs, units: 30_000},
		&contestant{name: "godes", round: godes, units: 30_000},
	)
}

// resource is a server that is used by one at a time; sim has only signals, and
// this is how one makes a resource of them.
type resource struct {
	sim   *sim.Sim
	busy  bool
	queue []*sim.Signal
	head  int
	idle  []*sim.Signal
}

func (r *resource) acquire() {
	if !r.busy {
		r.busy = true
		return
	}
	var turn *sim.Signal
	if n := len(r.idle); n > 0 {
		turn, r.idle = r.idle[n-1], r.idle[:n-1]
		turn.Reset(r.sim, "the server")
	} else {
		turn = r.sim.NewSignal("the server")
	}
	r.queue = append(r.queue, turn)
	_ = turn.Wait(context.Background())
	r.idle = append(r.idle, turn)
}

func (r *resource) release() {
	if r.head == len(r.queue) {
		r.busy, r.queue, r.head = false, r.queue[:0], 0
		return
	}
	r.queue[r.head].Fire()
	r.head++
}

func queueStampede() (round func(int) int, stop func()) {
	s := sim.New(sim.Config{})
	p := s.NewProcess("p")
	r := rand.New(rand.NewPCG(1, 1))
	exp := func(mean float64) time.Duration {
		return time.Duration(mean * r.ExpFloat64() * float64(time.Second))
	}
	server := resource{sim: s}
	served := 0
	customer := func() {
		server.acquire()
		_ = p.Sleep(context.Background(), exp(serviceMean))
		server.release()
		served++
	}
	p.Go("door", func() {
		for {
			_ = p.Sleep(context.Background(), exp(1))
			p.Go("customer", customer)
		}
	})
	until := time.Duration(0)
	round = func(units int) int {
		before := served
		until += time.Duration(units) * time.Second
		if err := s.Run(until); err != nil {
			panic(err)
		}
		return served - before
	}
	return round, s.Close
}

func queueSimgo() (round func(int) int, stop func()) {
	s := simgo.NewSimulation()
	r := rand.New(rand.NewPCG(1, 1))
	server := simgo.NewResource(s, 1)
	served := 0
	customer := func(p simgo.Process) {
		p.Wait(server.Request())
		p.Wait(p.Timeout(serviceMean * r.ExpFloat64()))
		server.Release()
		served++
	}
	s.Process(func(p simgo.Process) {
		for {
			p.Wait(p.Timeout(r.ExpFloat64()))
			p.Process(customer)
		}
	})
	until := 0.0
	round = func(units int) int {
		before := served
		until += float64(units)
		s.RunUntil(until)
		return served - before
	}
	return round, s.Shutdown
}

// customer is a customer in godes, which has no resource: a BooleanControl
// stands for the server, as in the bank of its examples.
type customer struct {
	*godes.Runner
	bank *bank
}

type bank struct {
	free    *godes.BooleanControl
	random  *rand.Rand
	served  int
	stopped bool
}

func (c *customer) Run() {
	for !c.bank.free.GetState() { // another may have been quicker
		c.bank.free.Wait(true)
	}
	c.bank.free.Set(false)
	godes.Advance(serviceMean * c.bank.random.ExpFloat64())
	c.bank.free.Set(true)
	c.bank.served++
}

type door struct {
	*godes.Runner
	bank *bank
}

func (d *door) Run() {
	for !d.bank.stopped {
		godes.Advance(d.bank.random.ExpFloat64())
		godes.AddRunner(&customer{&godes.Runner{}, d.bank})
	}
}

func queueGodes() (round func(int) int, stop func()) {
	startGodes()
	k := &bank{free: godes.NewBooleanControl(), random: rand.New(rand.NewPCG(1, 1))}
	k.free.Set(true)
	godes.AddRunner(&door{&godes.Runner{}, k})
	round = func(units int) int {
		before := k.served
		godes.Advance(float64(units))
		return k.served - before
	}
	return round, func() { k.stopped = true; godes.WaitUntilDone() }
}
