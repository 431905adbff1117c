package origin_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/workload"
	"stampede/sim"
	"stampede/strategies"
)

// bench is an origin with one process, and the kinds of events by how often they
// came.
type bench struct {
	*sim.Sim
	process *sim.Process
	origin  *origin.Origin
	client  *origin.Client
	counts  map[observe.Kind]int
	failed  int
}

func newBench(t *testing.T, o origin.Options, c origin.ClientOptions) *bench {
	b := &bench{Sim: sim.New(sim.Config{}), counts: make(map[observe.Kind]int)}
	t.Cleanup(b.Close)
	r := observe.NewRecorder(10, sink(func(e *observe.Event) {
		b.counts[e.Kind]++
		if e.Kind == observe.RecomputeEnd && e.Failed {
			b.failed++
		}
	}))
	b.process = b.NewProcess("p")
	b.origin = origin.New(b.Sim, r, o)
	b.client = origin.NewClient(b.origin, b.process, c)
	return b
}

// loads lets so many callers load at an instant, and returns what each got.
func (b *bench) loads(at time.Duration, n int) []string {
	got := make([]string, n)
	for i := range n {
		b.process.Go("load", func() {
			_ = b.process.Sleep(context.Background(), at)
			data, err := b.client.Load(context.Background(), &observe.Work{})
			v, _ := observe.DecodePayload(data)
			got[i] = fmt.Sprintf("version %d, %v at %v", v.Version, err, b.Now())
		})
	}
	return got
}

func (b *bench) run(t *testing.T) {
	t.Helper()
	if err := b.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
}

// A caller that gives up leaves the origin with the work, unless the origin
// drops it.
func TestALateLoadKeepsItsConnectionUnlessItIsCancelled(t *testing.T) {
	for _, c := range []struct {
		cancel bool
		want   string
		wasted int
	}{{false, "version 1, <nil> at 30ms", 2}, {true, "version 1, <nil> at 12ms", 0}} {
		b := newBench(t, origin.Options{Latency: workload.Constant(10 * ms), Connections: 1, Cancel: c.cancel}, origin.ClientOptions{Timeout: ms})
		b.loads(0, 1)
		b.loads(ms/2, 1) // waits in the queue for as long as it waits at all
		patient := origin.NewClient(b.origin, b.process, origin.ClientOptions{})
		var got string
		b.process.Go("patient", func() {
			_ = b.process.Sleep(context.Background(), 2*ms)
			data, err := patient.Load(context.Background(), &observe.Work{})
			v, _ := observe.DecodePayload(data)
			got = fmt.Sprintf("version %d, %v at %v", v.Version, err, b.Now())
		})
		b.run(t)
		if got != c.want || b.counts[observe.OriginTimeout] != 2 || b.counts[observe.OriginWasted] != c.wasted || b.failed != 2 {
			t.Errorf("cancel %v: %s, %d time-outs, %d wasted, %d failed; want %s, 2, %d, 2",
				c.cancel, got, b.counts[observe.OriginTimeout], b.counts[observe.OriginWasted], b.failed, c.want, c.wasted)
		}
	}
}

func TestAFailedLoadIsRetriedWithinTheBudget(t *testing.T) {
	for _, c := range []struct {
		name    string
		client  origin.ClientOptions
		retries int
	}{
		{"no retries", origin.ClientOptions{}, 0},
		{"two each", origin.ClientOptions{Retries: 2, Backoff: workload.Constant(5 * ms)}, 80},
		{"a tenth of the loads, after ten saved up", origin.ClientOptions{Retries: 2, Budget: 0.1}, 13},
	} {
		b := newBench(t, origin.Options{}, c.client)
		b.origin.SetFailing(1)
		got := b.loads(0, 40)
		b.run(t)
		if b.counts[observe.OriginRetry] != c.retries || b.counts[observe.RecomputeStart] != 40 || b.failed != 40 {
			t.Errorf("%s: %d retries, %d recomputes, %d failed; want %d, 40, 40",
				c.name, b.counts[observe.OriginRetry], b.counts[observe.RecomputeStart], b.failed, c.retries)
		}
		if c.name == "two each" && got[0] != "version 0, the database failed at 10ms" {
			t.Errorf("after two pauses: %s", got[0])
		}
	}
}

// A key without a row is an answer: no failure to be retried.
func TestAnAbsentRowIsNotFoundUntilItIsWritten(t *testing.T) {
	b := newBench(t, origin.Options{Keys: 10, Absent: 10}, origin.ClientOptions{Retries: 3})
	first := b.loads(0, 1)
	b.Schedule(ms, sim.Fault, sim.HandlerFunc(func() { _, _ = b.origin.Write(&observe.Work{}) }))
	second := b.loads(2*ms, 1)
	b.run(t)
	want := fmt.Sprintf("version 0, %v at 0s", strategies.ErrNotFound)
	if first[0] != want || second[0] != "version 1, <nil> at 2ms" || b.counts[observe.OriginRetry] != 0 {
		t.Errorf("%q, then %q, %d retries", first[0], second[0], b.counts[observe.OriginRetry])
	}
}

// Admission control holds loads back before they are recomputes.
func TestAdmissionSparesTheOrigin(t *testing.T) {
	b := newBench(t, origin.Options{}, origin.ClientOptions{Admit: 100})
	var got [2]int
	for i := range 1000 { // 1000 a second for a second
		b.process.Go("load", func() {
			_ = b.process.Sleep(context.Background(), time.Duration(i)*ms)
			_, err := b.client.Load(context.Background(), &observe.Work{})
			switch {
			case err == nil:
				got[0]++
			case errors.Is(err, strategies.ErrOverload):
				got[1]++
			}
		})
	}
	b.run(t)
	if got != [2]int{110, 890} || b.counts[observe.RecomputeStart] != 110 || b.counts[observe.LoadHeld] != 890 {
		t.Errorf("%d loaded, %d held back, %d recomputes, %d held; want 110 (11 at once, then 100 a second), 890",
			got[0], got[1], b.counts[observe.RecomputeStart], b.counts[observe.LoadHeld])
	}
}

func TestTheOriginLimitsTheRate(t *testing.T) {
	b := newBench(t, origin.Options{Rate: 10, Burst: 2}, origin.ClientOptions{})
	first, early, late := b.loads(0, 3), b.loads(99*ms, 1), b.loads(100*ms, 2)
	b.run(t)
	limited := "version 0, " + origin.ErrRateLimited.Error() + " at "
	want := []string{
		"version 1, <nil> at 0s", "version 1, <nil> at 0s", limited + "0s",
		limited + "99ms", "version 1, <nil> at 100ms", limited + "100ms",
	}
	if got := slices.Concat(first, early, late); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
