package network_test

import (
	"context"
	"testing"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
)

// world is a deployment and the events that it emits. A request is under way for
// 2 ms and a reply for 3 ms.
type world struct {
	t       *testing.T
	sim     *sim.Sim
	servers *redis.Deployment
	events  []observe.Event
	queue   int // the longest at a server
}

func newWorld(t *testing.T, service time.Duration, topology redis.Topology) *world {
	w := &world{t: t, sim: sim.New(sim.Config{})}
	t.Cleanup(w.sim.Close)
	w.servers = redis.NewDeployment(w.sim, observe.NewRecorder(100, w), redis.Options{Service: workload.Constant(service)}, topology)
	return w
}

func (w *world) Observe(e *observe.Event) { w.events = append(w.events, *e) }

func (w *world) ObserveQueue(_ time.Duration, _, length int) { w.queue = max(w.queue, length) }

func (w *world) process(name string, o network.Options) (*sim.Process, client) {
	p := w.sim.NewProcess(name)
	return p, client{network.NewClient(w.sim, p, w.servers, network.Delays{
		Request: workload.Constant(2 * ms), Reply: workload.Constant(3 * ms),
	}, o)}
}

// client takes requests that were written on the spot.
type client struct{ *network.Client }

func (c client) Do(ctx context.Context, r redis.Request) (redis.Result, error) {
	call := c.Call()
	call.Request = r
	reply, err := c.Client.Do(ctx, call)
	return *reply, err
}

func (w *world) run() {
	w.t.Helper()
	if err := w.sim.Run(time.Hour); err != nil {
		w.t.Fatal(err)
	}
}

// at runs a step of a process at an instant.
func (w *world) at(p *sim.Process, at time.Duration, step func()) {
	p.Go("step", func() {
		_ = p.Sleep(context.Background(), at-w.sim.Now())
		step()
	})
}

func (w *world) fault(at time.Duration, fault func()) {
	w.sim.Schedule(at, sim.Fault, sim.HandlerFunc(fault))
}

func (w *world) count(k observe.Kind) int {
	n := 0
	for _, e := range w.events {
		if e.Kind == k {
			n++
		}
	}
	return n
}

// lock asks for the lock of key k, as work number id.
func lock(id uint64, token string, ttl time.Duration) redis.Request {
	return redis.Request{
		Command: observe.SetIfAbsent, Work: &observe.Work{ID: id}, Key: "{k}:lock", Token: token, TTL: ttl,
	}
}

func unlock(id uint64, token string) redis.Request {
	return redis.Request{Command: observe.CompareAndDelete, Work: &observe.Work{ID: id}, Key: "{k}:lock", Token: token}
}
