package observe_test

import (
	"testing"
	"time"

	"stampede/model/observe"
)

// What is too much to be kept one by one is counted all the same, to the end.
func TestATimelineIsNotCutOff(t *testing.T) {
	s := observe.NewTimelineSink(10*time.Second, 100*ms, 0)
	const n = 5000
	for i := range uint64(n) {
		at := time.Duration(i) * 2 * ms
		for _, e := range []observe.Event{
			{At: at, Kind: observe.Look, First: true},
			{At: at, Kind: observe.LockAcquired, Work: i + 1},
			{At: at + ms, Kind: observe.LockExpired, Other: i + 1},
		} {
			s.Observe(&e)
		}
	}
	x, expiries, lost := s.Timeline(), 0, 0
	for _, b := range x.Buckets {
		expiries, lost = expiries+b.Expiries, lost+b.Lost
		if b.Held != 1 {
			t.Fatalf("%+v", b)
		}
	}
	if expiries != n || lost != n || x.Expiries != nil || x.Holds != nil || len(x.Buckets) != 100 {
		t.Errorf("%d expiries, %d lost, %d and %d kept, in %d buckets", expiries, lost, len(x.Expiries), len(x.Holds), len(x.Buckets))
	}
}

// Who waits does so in each interval until its answer, and an error is where it came.
func TestATimelineShowsWhoWaitsAndWhatFails(t *testing.T) {
	s := observe.NewTimelineSink(500*ms, 100*ms, 0)
	r := observe.NewRecorder(1, s)
	for i := range 2 {
		w := new(observe.Work)
		r.StartRead(0, w)
		r.Wait(observe.WithWork(t.Context(), w), time.Duration(i)*50*ms)
		if i == 1 {
			r.EndRead(250*ms, w, observe.Error, 0, 0)
		}
	}
	want := []observe.Bucket{{Waiting: 2}, {Waiting: 2}, {Waiting: 2, Errors: 1}, {Waiting: 1}, {Waiting: 1}}
	for i, b := range s.Timeline().Buckets {
		if b != want[i] {
			t.Errorf("bucket %d is %+v, want %+v", i, b, want[i])
		}
	}
}
