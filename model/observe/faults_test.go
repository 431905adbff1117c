package observe_test

import (
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
)

// A timeline has the spans of faults; one that never ended goes to the end.
func TestTimelineShowsFaults(t *testing.T) {
	s := observe.NewTimelineSink(time.Second, 100*ms, 0)
	r := observe.NewRecorder(1, s)
	fault := func(at time.Duration, kind observe.Kind, number uint64, process int32) {
		r.Emit(observe.Event{At: at, Kind: kind, Count: 2, Other: number, Process: process, Key: observe.NoOne})
	}
	fault(100*ms, observe.FaultStart, 1, 0)
	fault(150*ms, observe.FaultStart, 1, 1)
	fault(200*ms, observe.FaultEnd, 1, 0)
	fault(300*ms, observe.FaultStart, 2, 0)
	fault(400*ms, observe.FaultEnd, 1, 1)
	want := []observe.FaultSpan{
		{From: 100 * ms, To: 200 * ms, Fault: 2, Number: 1},
		{From: 150 * ms, To: 400 * ms, Fault: 2, Number: 1, Process: 1},
		{From: 300 * ms, To: time.Second, Fault: 2, Number: 2},
	}
	if got := s.Timeline().Faults; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A crash ends a read, and the recompute that it was at: reads are hits, misses,
// stale, errors and crashed.
func TestACrashEndsTheBooks(t *testing.T) {
	s := observe.NewSummary(100*ms, 0)
	r := observe.NewRecorder(1, s)
	var read, idle, job observe.Work
	r.StartRead(0, &read)
	r.StartRead(0, &idle)
	r.StartRecompute(10*ms, &read)
	job = *read.NewJob()
	r.StartJob(20*ms, &job)
	for _, w := range []*observe.Work{&read, &idle, &job} {
		r.Crash(30*ms, w)
	}
	x := s.Result()
	if x.Reads != 2 || x.Crashed != 2 || x.Unfinished != 0 || x.AbandonedLoads != 1 || x.Recomputes != 1 || x.FailedLoads != 0 {
		t.Errorf("%+v", x)
	}
	var next observe.Work
	r.StartRead(40*ms, &next)
	r.StartRecompute(50*ms, &next)
	if m := s.Result().MaxConcurrentRecomputes; m != 1 {
		t.Errorf("%d recomputes at once, want 1: the first has ended", m)
	}
}

// What a read was answered with counts as outdated if the origin had a newer
// value when it began.
func TestOutdatedAnswersAreCounted(t *testing.T) {
	s := observe.NewSummary(100*ms, 0)
	r := observe.NewRecorder(1, s)
	write := func(at time.Duration) { r.Emit(observe.Event{At: at, Kind: observe.Written}) }
	read := func(from, to time.Duration, writes uint64) {
		w := observe.Work{Served: writes}
		r.StartRead(from, &w)
		r.EndRead(to, &w, observe.Hit, to-from, -1)
	}
	read(0, 5*ms, 0)
	write(10 * ms)
	read(8*ms, 15*ms, 0)  // it began before
	read(20*ms, 21*ms, 1) // it has it
	write(30 * ms)
	read(40*ms, 50*ms, 1) // 20 ms late
	read(60*ms, 61*ms, 0) // 51 ms late
	read(70*ms, 71*ms, 2)
	if o := s.Result().Outdated; o != (observe.Outdated{Reads: 2, LongestMS: 51}) {
		t.Errorf("%+v", o)
	}
}
