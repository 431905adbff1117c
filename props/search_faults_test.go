package props_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"stampede/model/fault"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/strategies"
)

// drawFaults draws faults that leave Redis as it is.
func drawFaults(t *rapid.T, processes int) []scenario.Fault {
	milliseconds := func(most int, label string) time.Duration {
		return time.Duration(rapid.IntRange(0, most).Draw(t, label+" ms")) * time.Millisecond
	}
	process := func() fault.Target {
		return rapid.SampledFrom([]fault.Target{
			{Who: fault.AnyProcess},
			{Who: fault.AllProcesses},
			{Who: fault.LockHolder},
			{Who: fault.OneProcess, Index: processes - 1},
		}).Draw(t, "target")
	}
	var faults []scenario.Fault
	for range rapid.IntRange(0, 4).Draw(t, "faults") {
		f := scenario.Fault{
			At:  scenario.Length(milliseconds(9, "at")),
			For: workload.Constant(milliseconds(300, "for")),
		}
		f.Do = rapid.SampledFrom([]fault.Verb{
			fault.Crash, fault.Pause, fault.Restart, fault.ShiftClock, fault.Drift, fault.Slow, fault.Fail, fault.Outage, fault.Limit,
		}).Draw(t, "fault")
		switch f.Do {
		case fault.Crash, fault.Pause, fault.Restart:
			f.To = process()
			f.Stagger = scenario.Length(milliseconds(100, "stagger"))
		case fault.ShiftClock, fault.Drift:
			f.To = process()
			f.By = scenario.Offset(milliseconds(400, "by") - 200*time.Millisecond)
			if f.By == 0 {
				f.By = 1
			}
		default:
			f.To = fault.Target{Who: fault.TheOrigin}
		}
		switch f.Do {
		case fault.Slow:
			f.Factor = 10
		case fault.Limit:
			f.Rate = 5
		}
		if rapid.Bool().Draw(t, "again and again") && f.For.Mean() > 0 {
			f.Calm = workload.Exponential(300 * time.Millisecond)
		}
		faults = append(faults, f)
	}
	return faults
}

// Whatever befalls the processes and the origin, a strategy keeps its promises,
// every read ends once, and so does every recompute.
func TestPromisesAndBooksHoldWhateverGoesWrong(t *testing.T) {
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				s := drawScenario(t)
				s.Slots = rapid.IntRange(0, 3).Draw(t, "slots")
				s.Faults = drawFaults(t, s.Processes)
				s.Origin.Client.Timeout = scenario.Length(time.Duration(rapid.IntRange(0, 1).Draw(t, "timeout")) * 150 * time.Millisecond)
				s.Origin.Client.Retries = rapid.IntRange(0, 2).Draw(t, "retries")
				s.Origin.CancelLate = rapid.Bool().Draw(t, "cancel late loads")
				x, violations := run(t, p, s)
				books(t, x)
				if len(violations) > 0 {
					t.Fatalf("%s: %s, at %v ms", violations[0].Invariant, violations[0].Reason, violations[0].AtMS)
				}
			})
		})
	}
}
