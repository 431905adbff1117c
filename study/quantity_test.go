package study

import (
	"testing"
	"time"

	"stampede/live"
	"stampede/model/observe"
	"stampede/model/scenario"
)

// onAJump is a run in which a share of the reads takes 200 ms, and the others 2.
func onAJump(slow float64) Outcome {
	latency := func(share float64) float64 {
		if share > 1-slow {
			return 200
		}
		return 2
	}
	o := Outcome{latency: latency}
	o.Result.Reads = 1
	o.Result.LatencyMS = observe.Quantiles{P50: latency(0.5), P99: latency(0.99)}
	return o
}

// A quantile on a jump is the same if a few reads more, or fewer, are slow; not if many
// are. Off a jump it is its length that counts.
func TestALatencyIsAcceptedByLengthOrByRank(t *testing.T) {
	for _, c := range []struct {
		model, live float64 // shares of slow reads
		factor      float64 // of the live latencies
		inside      bool
	}{
		{0.009, 0.011, 1, true}, // the 99th percentiles are 2 and 200
		{0.011, 0.009, 1, true},
		{0.005, 0.011, 1, false},
		{0.02, 0.009, 1, false},
		{0.02, 0.03, 1.15, true},
		{0.02, 0.03, 1.25, false},
		{0.02, 0.03, 0.75, false},
	} {
		there := onAJump(c.live).Result
		there.LatencyMS.P50 *= c.factor
		there.LatencyMS.P99 *= c.factor
		all, _ := Pair{Tolerance: 0.2}.compare([]Outcome{onAJump(c.model)}, []observe.Result{there}, true)
		for _, q := range all {
			if q.Name == "latency.p99" && q.Inside != c.inside {
				t.Errorf("%v: %+v", c, q)
			}
		}
	}
}

// What depends on the machine is not judged on one that stood still, and what is exact
// always is.
func TestADisturbedMachineIsNotHeldAgainstTheModel(t *testing.T) {
	model, there := onAJump(0), onAJump(0).Result
	there.LatencyMS.P50, there.Waiters = 1000, 1000
	p := Pair{Tolerance: 0.2}
	if _, inside := p.compare([]Outcome{model}, []observe.Result{there}, true); inside {
		t.Error("a latency of a steady machine is not judged")
	}
	if _, inside := p.compare([]Outcome{model}, []observe.Result{there}, false); !inside {
		t.Error("a latency of a disturbed machine is judged")
	}
	there.Recomputes = 1
	if _, inside := p.compare([]Outcome{model}, []observe.Result{there}, false); inside {
		t.Error("a count that must be exact is not judged")
	}
}

// Who is due while a machine stands still is as late as the rest of it is long: a
// standstill of 110 ms has them late by more than 10 for 100.
func TestAMachineIsDisturbedIfItStoodStillForLong(t *testing.T) {
	const ms = time.Millisecond
	o := Outcome{Oversleep: live.Lengths{ms, ms, 9 * ms, 110 * ms}}
	for duration, want := range map[time.Duration]bool{10 * time.Second: false, 9900 * ms: true} {
		var r Run
		r.Scenario.Duration = scenario.Length(duration)
		if r.Disturbed(o) != want {
			t.Errorf("in %v: %v, and 100 ms are one in a hundred of 10 s", duration, !want)
		}
	}
}

// A figure that has no unit of its own in the table of metrics is a count, or a ratio.
func TestQuantitiesAreMetricsWithTheirUnits(t *testing.T) {
	there := onAJump(0).Result
	there.Reads, there.Stale, there.Redis.Commands = 8, 1, 30
	var p Pair
	p.Run.Scenario.Duration = scenario.Length(2 * time.Second)
	all, _ := p.compare([]Outcome{onAJump(0)}, []observe.Result{there}, true)
	got := make(map[string]Quantity)
	for _, q := range all {
		got[q.Name] = q
	}
	for name, want := range map[string]struct {
		unit string
		live float64
	}{"stale_share": {"%", 12.5}, "latency.p50": {"ms", 2}, "redis.commands": {"/s", 15}, "reads": {"", 8}} {
		if q := got[name]; q.Unit != want.unit || q.Live != want.live {
			t.Errorf("%s: %+v, want %+v", name, q, want)
		}
	}
}
