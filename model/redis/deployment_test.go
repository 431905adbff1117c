package redis_test

import (
	"fmt"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
)

// servers is a deployment and a log of what an observer sees of it.
type servers struct {
	bench
	*redis.Deployment
}

func newServers(t *testing.T, topology redis.Topology) *servers {
	s := &servers{bench: bench{sim: sim.New(sim.Config{})}}
	t.Cleanup(s.sim.Close)
	s.Deployment = redis.NewDeployment(s.sim, observe.NewRecorder(10, &s.bench), redis.Options{}, topology)
	return s
}

// pair is a primary and a replica 5 ms behind it, which is promoted after 100 ms.
func pair() redis.Topology {
	return redis.Topology{
		Replicas: 1, Lag: workload.Constant(5 * ms), Sync: workload.Constant(20 * ms),
		Detection: workload.Constant(100 * ms), Rejoin: workload.Constant(50 * ms),
	}
}

// on executes a request of a work at a node and an instant, and returns it with
// its reply, and when that was there.
func (s *servers) on(node int, at time.Duration, work uint64, r redis.Request) *served {
	a := &served{Request: r}
	a.Work = &observe.Work{ID: work}
	s.sim.Schedule(at, sim.Arrival, sim.HandlerFunc(func() {
		done := sim.HandlerFunc(func() { a.at = s.sim.Now() })
		if s.Nodes()[node].Execute(&a.Request, done) {
			done.Handle()
		}
	}))
	return a
}

type served struct {
	redis.Request
	at time.Duration
}

func (a *served) String() string {
	return fmt.Sprintf("%v %q %v at %v", a.OK, a.Data, a.Err, a.at)
}

func (s *servers) fault(at time.Duration, fault func()) {
	s.sim.Schedule(at, sim.Fault, sim.HandlerFunc(fault))
}

func wait(replicas int, timeout time.Duration, since uint64) redis.Request {
	return redis.Request{Command: observe.Wait, Routing: redis.Routing{
		Wait: &redis.Wait{Replicas: replicas, Timeout: timeout, Since: since},
	}}
}

func checkAnswers(t *testing.T, got map[string]*served, want map[string]string) {
	t.Helper()
	for name, w := range want {
		if g := got[name].String(); g != w {
			t.Errorf("%s: %s, want %s", name, g, w)
		}
	}
}
