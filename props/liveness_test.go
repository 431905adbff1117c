package props_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/props"
	"stampede/strategies"
)

// Nothing left to happen is a deadlock; too much of it, while a read does not end,
// is a livelock; and a read that ends late, but in time, is neither.
func TestTheTwoVerdictsOnReadsThatDoNotEnd(t *testing.T) {
	sc := scenario.Defaults()
	run := props.RunOf(strategies.Preset{}, sc)
	due := time.Duration(sc.Duration) + sc.Serving(1)
	poll := func(t time.Duration) observe.Event { return at(t, observe.LockContended, 1) }
	for _, c := range []struct {
		name   string
		events []observe.Event
		end    time.Duration
		stuck  error
		want   string
	}{
		{"it ends", []observe.Event{poll(due), at(due, observe.ReadEnd, 1)}, due, nil, ""},
		{"it ends too late", []observe.Event{poll(due), at(due+1, observe.ReadEnd, 1)}, due + 1, nil, "livelock-free"},
		{"it polls", []observe.Event{poll(due), poll(due + 1), poll(due + 2)}, due + 2, nil, "livelock-free"},
		{"it polls while there is traffic", []observe.Event{poll(ms), poll(2 * ms)}, 2 * ms, nil, ""},
		{"it waits", []observe.Event{poll(ms)}, due + 1, nil, "livelock-free"},
		{"it waits for nothing", []observe.Event{poll(ms)}, ms, errors.New("deadlock"), "deadlock-free"},
		{"another does", []observe.Event{at(ms, observe.ReadEnd, 1)}, ms, errors.New("deadlock"), ""},
	} {
		w := props.NewWatch(run)
		r := observe.NewRecorder(1, w)
		r.StartRead(0, &observe.Work{})
		for _, e := range c.events {
			if e.Kind == observe.ReadEnd {
				e.Class = observe.Error
			}
			r.Emit(e)
		}
		r.End(c.end, c.stuck)
		if got := strings.Join(w.Broken(), " "); got != c.want {
			t.Errorf("%s: %q is broken, want %q", c.name, got, c.want)
		}
	}
}
