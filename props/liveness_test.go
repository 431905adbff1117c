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

// queued are loads that begin to wait for the origin, which their readers do not.
func queued(n int) (events []observe.Event) {
	for i := range n {
		events = append(events, observe.Event{At: ms, Kind: observe.OriginQueued, Count: int32(i + 1)})
	}
	return events
}

func served(n int) (events []observe.Event) {
	for range n {
		events = append(events, observe.Event{At: 2 * ms, Kind: observe.OriginStart})
	}
	return events
}

// Nothing left to happen is a deadlock; too much of it, while a read does not end,
// is a livelock; and a read that ends late, but in time, is neither.
func TestTheTwoVerdictsOnReadsThatDoNotEnd(t *testing.T) {
	sc := scenario.Defaults()
	sc.Origin.Connections = 1
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
		{"it waits for loads that nobody waits for", append(queued(20), at(due+1, observe.ReadEnd, 1)), due + 1, nil, ""},
		{"it waits for loads that are done", append(append(queued(20), served(20)...), at(due+1, observe.ReadEnd, 1)), due + 1, nil, "livelock-free"},
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
