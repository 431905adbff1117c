package props_test

import (
	"testing"

	"stampede/model/observe"
	"stampede/props"
)

// In a live run a further recompute is a breach only if it is one in every order of
// the servers that the replies leave open.
func TestABreachIsOneInEveryOrderThatTheRepliesLeaveOpen(t *testing.T) {
	over := func(work uint64) observe.Event { return observe.Event{Kind: observe.ReadEnd, Work: work} }
	loaded := end(1, false)
	loaded.At = 1 * ms
	// The second work recomputes while the first one's release is under way. What
	// comes of that is told afterwards.
	underWay := []observe.Event{start(1), loaded, start(2)}
	for _, c := range []struct {
		name string
		then []observe.Event
		want int // violations
	}{
		{"the lock had expired", []observe.Event{lockExpired(1), over(1), over(2)}, 0},
		{"the lock was dropped", []observe.Event{freed(3*ms, observe.LockDropped, 1), over(1)}, 0},
		{"no reply ever came", []observe.Event{over(1)}, 0},
		{"the value was there", []observe.Event{written(3*ms, 1, 50*ms), over(1)}, 1},
		{"the value may have come and gone", []observe.Event{written(3*ms, 1, 1*ms), over(1)}, 0},
		{"one lost lock is an excuse for one", []observe.Event{start(3), lockExpired(1), written(4*ms, 2, 50*ms)}, 1},
		{"a load that failed came before or after, for certain", []observe.Event{end(1, true), over(1)}, 1},
		{"the run ends before it is known", nil, 0},
	} {
		w := props.NewWatchOver(props.Run{Live: true}, named("single-recompute"))
		r := observe.NewRecorder(1, w)
		for range 3 {
			r.StartRead(0, &observe.Work{})
		}
		for _, e := range append(underWay[:len(underWay):len(underWay)], c.then...) {
			r.Emit(e)
		}
		v, n := w.Violations()
		if int(n) != c.want {
			t.Errorf("%s: %v", c.name, v)
		}
		for _, v := range v {
			if v.AtMS < 2 || v.Step == 0 {
				t.Errorf("%s: %+v is not the recompute that is accused", c.name, v)
			}
		}
	}
}
