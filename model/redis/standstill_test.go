package redis_test

import (
	"slices"
	"testing"
	"time"

	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
)

// queued is requests that wait for their turn at a server which needs a millisecond
// for each.
type queued struct {
	*redis.Server
	sim  *sim.Sim
	when []time.Duration // of the executions, in their order
	who  []int
}

func (q *queued) arrive(number int, at time.Duration) {
	q.sim.Schedule(at, sim.Arrival, sim.HandlerFunc(func() {
		begin, _ := q.Admit()
		var h sim.HandlerFunc
		h = func() {
			if q.Turn(begin, h) {
				q.who, q.when = append(q.who, number), append(q.when, q.sim.Now())
			}
		}
		h()
	}))
}

// What a server had in its queue comes first when it goes on, then what it was sent
// meanwhile, then the rest: nothing overtakes.
func TestAServerThatStandsStillKeepsItsQueue(t *testing.T) {
	s := sim.New(sim.Config{})
	defer s.Close()
	d := redis.NewDeployment(s, nil, redis.Options{Service: workload.Constant(ms)}, redis.Topology{})
	q := &queued{Server: d.Nodes()[0].Server, sim: s}
	for i := range 5 {
		q.arrive(i, 0) // executed at 0, 1, … ms
	}
	fault := func(at time.Duration, do func(int)) {
		s.Schedule(at, sim.Fault, sim.HandlerFunc(func() { do(0) }))
	}
	fault(1500*time.Microsecond, d.Freeze)
	fault(1600*time.Microsecond, d.HoldClients) // both at one time
	q.arrive(5, 1700*time.Microsecond)
	q.arrive(6, 9*ms)
	fault(2500*time.Microsecond, d.Thaw)
	fault(9500*time.Microsecond, d.ReleaseClients)
	q.arrive(7, 9700*time.Microsecond)
	if err := s.Run(time.Second); err != nil {
		t.Fatal(err)
	}
	want := []time.Duration{0, ms, 10 * ms, 11 * ms, 12 * ms, 13 * ms, 14 * ms, 15 * ms}
	if !slices.Equal(q.when, want) || !slices.IsSorted(q.who) {
		t.Errorf("%v at %v, want %v", q.who, q.when, want)
	}
	if idle := s.Now() - q.Worked(); idle != 8*ms {
		t.Errorf("it was idle for %v", idle)
	}
}

// The Sentinels take a primary that does not answer for dead, be it frozen or busy
// with no client; the nodes of a cluster only one that is frozen.
func TestWhoDoesNotAnswerIsReplaced(t *testing.T) {
	cluster := pair()
	cluster.Cluster = true
	for _, c := range []struct {
		name     string
		topology redis.Topology
		begin    func(*redis.Deployment, int)
		end      func(*redis.Deployment, int)
		replaced bool
	}{
		{"frozen, Sentinels", pair(), (*redis.Deployment).Freeze, (*redis.Deployment).Thaw, true},
		{"held, Sentinels", pair(), (*redis.Deployment).HoldClients, (*redis.Deployment).ReleaseClients, true},
		{"frozen, a cluster", cluster, (*redis.Deployment).Freeze, (*redis.Deployment).Thaw, true},
		{"held, a cluster", cluster, (*redis.Deployment).HoldClients, (*redis.Deployment).ReleaseClients, false},
	} {
		for _, length := range []time.Duration{90 * ms, 200 * ms} {
			s := newServers(t, c.topology)
			// Twice, so that the first time does not count against the second.
			for _, at := range []time.Duration{10 * ms, 1020*ms - length} {
				s.fault(at, func() { c.begin(s.Deployment, 0) })
				s.fault(at+length, func() { c.end(s.Deployment, 0) })
				if length < 100*ms {
					s.fault(at+length+ms, func() { c.begin(s.Deployment, 0) })
					s.fault(at+2*length, func() { c.end(s.Deployment, 0) })
				}
			}
			if err := s.sim.Run(3 * time.Second); err != nil {
				t.Fatal(err)
			}
			want := 0
			if c.replaced && length > 100*ms {
				want = 1
			}
			if got := s.Primary(0).Index(); got != want {
				t.Errorf("%s for %v: the primary is node %d, want %d", c.name, length, got, want)
			}
			if s.Nodes()[0].Primary() != (want == 0) {
				t.Errorf("%s for %v: the former primary takes itself for one", c.name, length)
			}
		}
	}
}
