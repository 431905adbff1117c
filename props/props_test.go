package props_test

import (
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/props"
	"stampede/strategies"
)

// watched runs events past the monitors of the lock and returns what they say.
func watched(events ...observe.Event) []observe.Violation {
	w := props.NewWatchOver(props.Run{}, named("single-recompute"), named("no-foreign-delete"))
	r := observe.NewRecorder(2, w)
	r.StartRead(0, &observe.Work{})
	r.StartRead(0, &observe.Work{})
	r.StartRead(0, &observe.Work{})
	for _, e := range events {
		r.Emit(e)
	}
	v, _ := w.Violations()
	return v
}

func named(name string) props.Invariant {
	inv, err := props.Named(name)
	if err != nil {
		panic(err)
	}
	return inv
}

func start(work uint64) observe.Event {
	return observe.Event{At: time.Duration(work) * time.Millisecond, Kind: observe.RecomputeStart, Work: work}
}

func end(work uint64, failed bool) observe.Event {
	return observe.Event{Kind: observe.RecomputeEnd, Work: work, Failed: failed}
}

func lockExpired(work uint64) observe.Event {
	return observe.Event{Kind: observe.LockExpired, Other: work}
}

func TestSingleRecompute(t *testing.T) {
	otherKey, otherEpisode := start(2), start(2)
	otherKey.Key, otherEpisode.Generation = 1, 1
	for _, c := range []struct {
		name   string
		events []observe.Event
		want   int // violations
	}{
		{"one recompute", []observe.Event{start(1), end(1, false)}, 0},
		{"two", []observe.Event{start(1), end(1, false), start(2)}, 1},
		{"two at once", []observe.Event{start(1), start(2)}, 1},
		{"two keys", []observe.Event{start(1), otherKey}, 0},
		{"two episodes", []observe.Event{start(1), otherEpisode}, 0},
		{"one more after a failure", []observe.Event{start(1), end(1, true), start(2)}, 0},
		{"two more after a failure", []observe.Event{start(1), end(1, true), start(2), start(3)}, 1},
		{"one more after the lock expired", []observe.Event{start(1), lockExpired(1), start(2), end(1, false)}, 0},
		{"two more after the lock expired", []observe.Event{start(1), lockExpired(1), start(2), start(3)}, 1},
		{"an expired lock that fails excuses once", []observe.Event{start(1), lockExpired(1), end(1, true), start(2), start(3)}, 1},
		{"the lock expired before its load began", []observe.Event{lockExpired(1), start(2), start(1)}, 0},
		{"an excuse of another episode", []observe.Event{otherEpisode, end(2, true), start(1), start(3)}, 1},
		{"excuses of many later episodes", manyExcuses(), 0},
	} {
		v := watched(c.events...)
		if len(v) != c.want {
			t.Errorf("%s: %d violations, want %d: %+v", c.name, len(v), c.want, v)
		}
		for _, v := range v {
			if v.Invariant != "single-recompute" || !strings.Contains(v.Reason, "recomputes product:1 again") {
				t.Errorf("%s: %+v", c.name, v)
			}
		}
	}
}

// manyExcuses are recomputes of many episodes that lose their locks, and then
// another one of the first.
func manyExcuses() []observe.Event {
	var events []observe.Event
	for generation := range uint64(20) {
		e := start(2)
		e.Generation = generation
		events = append(events, e, end(2, true))
	}
	again := start(3)
	again.Generation = 0
	return append(events, again)
}

func TestNoForeignDelete(t *testing.T) {
	v := watched(
		observe.Event{Kind: observe.LockReleased, Work: 1, Other: 1},
		observe.Event{At: 1500 * time.Microsecond, Kind: observe.LockForeignDelete, Work: 1, Process: 2, Other: 3},
	)
	want := observe.Violation{
		Invariant: "no-foreign-delete", AtMS: 1.5, Step: 5,
		Reason: "work 1 of process-3 deleted the lock of product:1, which work 3 holds",
	}
	if len(v) != 1 || v[0] != want {
		t.Errorf("got %+v, want %+v", v, want)
	}
}

// A strategy without a lock promises neither, so nothing it does breaks them.
func TestOnlyPromisesAreWatched(t *testing.T) {
	w := props.NewWatch(props.Run{Choices: strategies.Choices{XFetch: true}})
	r := observe.NewRecorder(1, w)
	r.StartRead(0, &observe.Work{})
	r.Emit(start(1))
	r.Emit(start(1))
	if v, n := w.Violations(); n != 0 || v == nil {
		t.Errorf("%d violations: %+v", n, v)
	}
}

func TestViolationsAreCountedBeyondThoseListed(t *testing.T) {
	w := props.NewWatch(props.Run{Choices: strategies.Choices{Lock: true}, Options: strategies.DefaultOptions()})
	r := observe.NewRecorder(1, w)
	for range 25 {
		r.Emit(observe.Event{Kind: observe.LockForeignDelete})
	}
	if v, n := w.Violations(); len(v) != 10 || n != 25 {
		t.Errorf("%d listed, %d counted; want 10, 25", len(v), n)
	}
}
