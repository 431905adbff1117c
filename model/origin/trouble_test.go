package origin_test

import (
	"fmt"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/workload"
	"stampede/sim"
)

func (b *bench) at(at time.Duration, do func()) {
	b.Schedule(at, sim.Fault, sim.HandlerFunc(do))
}

// In a brown-out a quarter of four connections is left: the loads in progress
// end, and the next begins when one of them would be free.
func TestABrownOutLeavesAShareOfTheConnections(t *testing.T) {
	b := newBench(t, origin.Options{Latency: workload.Constant(10 * ms), Connections: 4}, origin.ClientOptions{})
	got := b.loads(0, 8)
	b.at(5*ms, func() { b.origin.SetCapacity(0.25) })
	b.at(25*ms, func() { b.origin.SetCapacity(0) })
	b.at(60*ms, func() { b.origin.SetCapacity(1) })
	b.run(t)
	want := []string{"10ms", "10ms", "10ms", "10ms", "20ms", "30ms", "70ms", "70ms"}
	for i := range want {
		if got[i] != "version 1, <nil> at "+want[i] {
			t.Errorf("load %d: %s, want at %s", i, got[i], want[i])
		}
	}
}

func TestAnOutageAnswersAtOnceAndEmptiesTheQueue(t *testing.T) {
	b := newBench(t, origin.Options{Latency: workload.Constant(10 * ms), Connections: 1}, origin.ClientOptions{})
	early, during := b.loads(0, 2), b.loads(6*ms, 1)
	b.at(5*ms, func() { b.origin.SetDown(true) })
	b.at(7*ms, func() {
		b.origin.SetDown(false)
		if _, err := b.origin.Write(&observe.Work{}); err != nil {
			t.Errorf("after the outage: %v", err)
		}
	})
	late := b.loads(8*ms, 1)
	b.run(t)
	down := "version 0, " + origin.ErrUnavailable.Error() + " at "
	for got, want := range map[string]string{
		early[0]: "version 1, <nil> at 10ms", early[1]: down + "5ms", during[0]: down + "6ms",
		late[0]: "version 2, <nil> at 20ms",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestLoadsSlowDown(t *testing.T) {
	b := newBench(t, origin.Options{Latency: workload.Constant(10 * ms), Contention: 0.1}, origin.ClientOptions{})
	together := b.loads(0, 3) // each has one more beside it
	b.at(50*ms, func() { b.origin.SetSlowness(10) })
	slow := b.loads(60*ms, 1)
	b.run(t)
	got := fmt.Sprint(together, slow)
	want := "[version 1, <nil> at 10ms version 1, <nil> at 11ms version 1, <nil> at 12ms] [version 1, <nil> at 160ms]"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Loads are served by a replica: a write shows there only after the lag.
func TestReplicasLag(t *testing.T) {
	b := newBench(t, origin.Options{Lag: workload.Constant(500 * ms)}, origin.ClientOptions{})
	b.at(0, func() { _, _ = b.origin.Write(&observe.Work{}) })
	early, late := b.loads(499*ms, 1), b.loads(501*ms, 1)
	b.run(t)
	if early[0] != "version 1, <nil> at 499ms" || late[0] != "version 2, <nil> at 501ms" || b.origin.Version(0) != 2 {
		t.Errorf("%s, then %s", early[0], late[0])
	}
}
