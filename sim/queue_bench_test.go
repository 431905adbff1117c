package sim_test

import (
	"context"
	"testing"
	"time"

	"stampede/sim"
)

// BenchmarkQueueSteady is a queue at a shared resource: customers come at random,
// wait for the one server and are served. Each is a task of its own, which ends.
// The metric is the cost of a customer.
func BenchmarkQueueSteady(b *testing.B) {
	s := sim.New(sim.Config{})
	defer s.Close()
	p := s.NewProcess("p")
	r := s.Rand("p", "queue")
	// Both means are half of what is drawn from: the server is busy for 0.8 of
	// the time.
	upTo := func(most time.Duration) time.Duration { return time.Duration(r.IntN(int(most))) }
	server := resource{sim: s}
	served := 0
	var customer job = func() {
		server.acquire()
		_ = p.Sleep(background, upTo(1600*ms))
		server.release()
		served++
	}
	p.Go("door", func() {
		for {
			_ = p.Sleep(background, upTo(2000*ms))
			p.Start(customer)
		}
	})
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Run(s.Now() + time.Second); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(served), "ns/customer")
}

// job is a function that many tasks run.
type job func()

func (j job) Run()           { j() }
func (j job) String() string { return "customer" }

// resource is used by one at a time; sim has only signals, and this is how one
// makes a resource of them.
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
