package expect

import (
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

func lines(t *testing.T, texts ...string) (all []Line) {
	t.Helper()
	for _, text := range texts {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	return all
}

func TestLinesHoldOrNot(t *testing.T) {
	r := observe.Result{
		Reads: 1000, Stale: 7, Recomputes: 500, Expiries: 5,
		LatencyMS: observe.Quantiles{P99: 203.1}, Overlap: observe.Overlap{TotalMS: 4900},
	}
	for _, want := range []observe.Expectation{
		{Text: "recomputes <= expiries", Value: "500", Bound: "5"},
		{Text: "recomputes > expiries", Holds: true, Value: "500", Bound: "5"},
		{Text: "recomputes == 500", Holds: true, Value: "500"},
		{Text: "recomputes != 500", Value: "500"},
		{Text: "recomputes < 500", Value: "500"},
		{Text: "recomputes >= 500", Holds: true, Value: "500"},
		{Text: "recomputes between 500 and 501", Holds: true, Value: "500"},
		{Text: "recomputes between 499 and 500", Holds: true, Value: "500"},
		{Text: "recomputes between 501 and 502", Value: "500"},
		{Text: "latency.p99 < 203ms", Value: "203.1ms"},
		{Text: "latency.p99 < 204ms", Holds: true, Value: "203.1ms"},
		{Text: "overlap.total == 4.9s", Holds: true, Value: "4.9s"},
		{Text: "stale_share < 1%", Holds: true, Value: "0.7%"},
		{Text: "lead.mean < 1h", Value: "none"},
		{Text: "latency.max <= lead.mean", Value: "0s", Bound: "none"},
	} {
		if got := NewWatch(lines(t, want.Text), nil).Judge(r); got[0] != want {
			t.Errorf("got %+v, want %+v", got[0], want)
		}
	}
}

func TestAWindowCountsWhatFallsIntoIt(t *testing.T) {
	w := NewWatch(lines(t, "reads in 1s..2s == 2", "errors in 1s..2s == 1", "reads in 2s..3s == 0", "reads == 9"),
		func() *observe.Summary { return observe.NewSummary(time.Second, 0) })
	if len(w.windows) != 2 {
		t.Errorf("%d windows, want one for both lines of it", len(w.windows))
	}
	for _, e := range []observe.Event{
		{At: time.Second - 1, Kind: observe.ReadEnd, Class: observe.Error, Age: -1},
		{At: time.Second, Kind: observe.ReadEnd, Class: observe.Error, Age: -1},
		{At: 2*time.Second - 1, Kind: observe.ReadEnd, Class: observe.Hit, Age: -1},
		{At: 3 * time.Second, Kind: observe.ReadEnd, Class: observe.Hit, Age: -1},
	} {
		w.Observe(&e)
	}
	for _, e := range w.Judge(observe.Result{Reads: 9}) {
		if !e.Holds {
			t.Errorf("%s does not hold: %s", e.Text, e.Value)
		}
	}
}

// A window knows the causes of the errors in it, and not of those outside.
func TestAWindowKnowsTheCausesOfErrors(t *testing.T) {
	w := NewWatch(lines(t, "error_causes.busy in 1s..2s == 1", "error_causes.redis_unavailable in 1s..2s == 0"),
		func() *observe.Summary { return observe.NewSummary(time.Second, 0) })
	r := observe.NewRecorder(1, w)
	for at, err := range map[time.Duration]error{
		1500 * time.Millisecond: strategies.ErrBusy, 2500 * time.Millisecond: strategies.ErrCacheUnavailable,
	} {
		read := &observe.Work{}
		r.StartRead(at, read)
		r.Answer(read, observe.Answer{Err: err})
		r.EndRead(at, read, observe.Error, 0, -1)
	}
	for _, e := range w.Judge(observe.Result{}) {
		if !e.Holds {
			t.Errorf("%s does not hold: %s", e.Text, e.Value)
		}
	}
}
