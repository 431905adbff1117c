package fault_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stampede/model/fault"
	"stampede/model/workload"
)

const ms = time.Millisecond

func streams(seed uint64) fault.Streams {
	return func(owner, purpose string) fault.Source {
		h := fnv.New64a()
		fmt.Fprintf(h, "%s\x00%s", owner, purpose)
		return rand.NewPCG(seed, h.Sum64())
	}
}

func drawn(t *testing.T, text string) workload.Duration {
	t.Helper()
	d, err := workload.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// swarm is faults of several kinds, drawn.
func swarm(t *testing.T, chance float64) []fault.Fault {
	calm, length := drawn(t, "100ms + exp(1s)"), drawn(t, "20ms + exp(200ms)")
	some := fault.Target{Who: fault.SomeProcesses, Percent: 30}
	return []fault.Fault{
		{Verb: fault.Crash, To: fault.Target{Who: fault.AnyProcess}, Calm: calm, For: length, Chance: chance},
		{Verb: fault.Pause, To: some, Calm: calm, For: length, Chance: chance},
		{Verb: fault.Crash, To: fault.Target{Who: fault.AnyProcess}, Calm: calm, For: length, Chance: chance},
		{Verb: fault.Outage, To: fault.Target{Who: fault.TheOrigin}, Calm: calm, For: length, Chance: chance},
	}
}

// plan lists the occurrences of faults, those of each kind by themselves.
func plan(faults []fault.Fault, seed uint64) map[string][]string {
	all := make(map[string][]string)
	for _, o := range fault.NewPlanner(faults, streams(seed), 10, time.Minute).Timed() {
		name := o.Fault.String()
		all[name] = append(all[name], fmt.Sprintf("%v for %v: %v, %x", o.At, o.For, o.Processes, o.Stream().Uint64()))
	}
	return all
}

// Leaving one fault out leaves all draws of the others as they were.
func TestEachFaultDrawsForItself(t *testing.T) {
	for seed := range uint64(20) {
		faults := swarm(t, 0)
		whole := plan(faults, seed)
		if len(whole) != 3 || len(whole["pause 30%"]) < 20 {
			t.Fatalf("seed %d: %v", seed, whole)
		}
		for i := range faults {
			left := slices.Delete(slices.Clone(faults), i, i+1)
			for name, got := range plan(left, seed) {
				want := whole[name]
				if name == "crash any" && (i == 0 || i == 2) {
					// Of two equal ones it is the second that goes.
					want = plan(faults[:1], seed)[name]
				}
				if !slices.Equal(got, want) {
					t.Errorf("seed %d, without %v: %s became %v from %v", seed, &faults[i], name, got, want)
				}
			}
		}
	}
}

// Each seed has a swarm of its own: some kinds of faults, others not at all.
func TestEachSeedDrawsWhichFaultsItHas(t *testing.T) {
	kinds := make(map[int]int)
	for seed := range uint64(400) {
		kinds[len(plan(swarm(t, 50), seed))]++
	}
	// Three kinds, one of them stated twice: 1/16 have none, 3/16 all.
	for n, want := range map[int]int{0: 25, 3: 75} {
		if got := kinds[n]; got < want/2 || got > 2*want {
			t.Errorf("%d of 400 seeds have %d kinds of faults, want about %d", got, n, want)
		}
	}
}

func TestFaultsAndCalmPeriodsHaveAMinimumLength(t *testing.T) {
	for _, c := range []struct {
		calm, length string
		least        time.Duration
	}{{"100ms + exp(1s)", "20ms + exp(200ms)", 100 * ms}, {"exp(2ms)", "exp(2ms)", fault.Least}} {
		f := fault.Fault{Verb: fault.Outage, To: fault.Target{Who: fault.TheOrigin}, At: 5 * time.Second, Calm: drawn(t, c.calm), For: drawn(t, c.length)}
		end := f.At
		all := fault.NewPlanner([]fault.Fault{f}, streams(1), 1, time.Minute).Timed()
		if len(all) < 10 {
			t.Fatalf("%d faults", len(all))
		}
		for _, o := range all {
			if o.At-end < c.least || o.For < fault.Least || o.At >= time.Minute {
				t.Errorf("a calm period of %v, a fault of %v at %v", o.At-end, o.For, o.At)
			}
			end = o.At + o.For
		}
	}
}

func TestScriptedFaultsHaveTheirTimes(t *testing.T) {
	faults := []fault.Fault{
		{Verb: fault.Pause, To: fault.Target{Who: fault.AllProcesses}, At: 10 * time.Second, Every: 25 * time.Second, For: workload.Constant(time.Second)},
		{Verb: fault.Crash, To: fault.Target{Who: fault.OneProcess, Index: 1}, At: 20 * time.Second},
		{Verb: fault.Crash, To: fault.Target{Who: fault.LockHolder}, Upon: fault.Acquisition},
	}
	p := fault.NewPlanner(faults, streams(1), 3, time.Minute)
	var got []string
	for _, o := range p.Timed() {
		got = append(got, fmt.Sprintf("%v at %v for %v: %v", o.Fault, o.At, o.For, o.Processes))
	}
	want := []string{
		"pause all at 10s for 1s: [0 1 2]", "crash process-2 at 20s for 0s: [1]", "pause all at 35s for 1s: [0 1 2]",
	}
	if waits := p.Waits(); !slices.Equal(got, want) || len(waits) != 1 || waits[0].Of != 2 {
		t.Errorf("got %q and %v, want %q and the last", got, waits, want)
	}
}

func TestAShareIsRoundedUpAndDrawnWithoutRepetition(t *testing.T) {
	for percent, want := range map[float64]int{1: 1, 25: 3, 30: 3, 30.1: 4, 100: 10} {
		f := fault.Fault{Verb: fault.Pause, To: fault.Target{Who: fault.SomeProcesses, Percent: percent}}
		seen := make(map[int]bool)
		for seed := range uint64(30) {
			p := fault.NewPlanner([]fault.Fault{f}, streams(seed), 10, time.Minute).Timed()[0].Processes
			if len(slices.Compact(slices.Clone(p))) != want || !slices.IsSorted(p) || p[0] < 0 || p[want-1] > 9 {
				t.Errorf("%v %% of ten: %v", percent, p)
			}
			for _, i := range p {
				seen[i] = true
			}
		}
		if len(seen) != 10 {
			t.Errorf("%v %%: only %d of ten processes are ever drawn", percent, len(seen))
		}
	}
}
