package workload

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func collect(t *testing.T, s Requests) []Request {
	t.Helper()
	var all []Request
	var r Request
	for s.Next(&r) {
		all = append(all, r)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	if s.Next(&r) {
		t.Fatal("a request after the end")
	}
	return all
}

// reads of three groups that often meet at one instant.
func threeGroups() []*Group {
	return []*Group{
		{Pattern: Cron{Every: 20 * ms, Count: 2}, First: 100, Keys: 10},
		{Pattern: Steady{Rate: 100}, Keys: 5, Operation: Write},
		{Pattern: Steady{Rate: 200}, First: 50, Keys: 1, From: 40 * ms, Until: 80 * ms, Operation: Invalidate},
	}
}

func TestMergeKeepsTheOrderOfTimeAndThenOfTheList(t *testing.T) {
	var streams []Requests
	for i, g := range threeGroups() {
		if err := g.Validate(); err != nil {
			t.Fatal(err)
		}
		streams = append(streams, g.Requests(stream(uint64(i)), 100*ms))
	}
	all := collect(t, Merge(streams...))
	var want []Request
	for i, g := range threeGroups() {
		want = append(want, collect(t, g.Requests(stream(uint64(i)), 100*ms))...)
	}
	slices.SortStableFunc(want, func(a, b Request) int { return int(a.At - b.At) })
	if !slices.Equal(all, want) {
		t.Errorf("got\n%v, want\n%v", all, want)
	}
	if n := len(all); n != 10+10+8 {
		t.Errorf("%d requests", n)
	}
	if first := all[:3]; first[0].Key < 100 || first[1].Key < 100 || first[2].Operation != Write {
		t.Errorf("at 0 come %v", first)
	}
}

func TestMergeOfManyStreams(t *testing.T) {
	var streams []Requests
	expected := 0.0
	for i := range 100 {
		g := Group{Pattern: Poisson{Rate: float64(i + 1)}, First: i, Keys: 1}
		streams = append(streams, g.Requests(stream(uint64(i)), 10*time.Second))
		expected += g.Expected(10 * time.Second)
	}
	all := collect(t, Merge(streams...))
	closeTo(t, "the number of requests", float64(len(all)), expected, math.Sqrt(expected))
	if !slices.IsSortedFunc(all, func(a, b Request) int { return int(a.At - b.At) }) {
		t.Error("they are not in order")
	}
	// A sum of Poisson streams is one, with the sum of the rates.
	gaps, last := []float64{}, time.Duration(0)
	for _, r := range all {
		gaps = append(gaps, (r.At - last).Seconds())
		last = r.At
	}
	kolmogorovSmirnov(t, gaps, exponentialCDF(1/5050.0))
}

func TestMergeOfNothing(t *testing.T) {
	if all := collect(t, Merge()); len(all) > 0 {
		t.Error(all)
	}
	empty := &Group{Pattern: Steady{Rate: 1}, Keys: 1, From: time.Hour}
	if all := collect(t, Merge(empty.Requests(stream(1), minute), empty.Requests(stream(1), minute))); len(all) > 0 {
		t.Error(all)
	}
}

func TestMergeEndsWhenAStreamFails(t *testing.T) {
	steady := &Group{Pattern: Steady{Rate: 10}, Keys: 1}
	for text, want := range map[string]int{"x,y\n": 0, "0,a\n0.25,b\n-1,c\n": 1 + 1 + 2 + 1} {
		trace, err := NewTrace("t.csv", strings.NewReader(text), TraceOptions{})
		if err != nil {
			t.Fatal(err)
		}
		m, n := Merge(steady.Requests(stream(1), minute), trace), 0
		var r Request
		for m.Next(&r) {
			n++
		}
		if _, ok := errors.AsType[*TraceError](m.Err()); !ok || n != want || m.Next(&r) {
			t.Errorf("%q: %v after %d requests, want %d", text, m.Err(), n, want)
		}
	}
}

// What a group draws depends on its own stream only.
func TestGroupsDoNotDependOnEachOther(t *testing.T) {
	g := &Group{Pattern: Poisson{Rate: 100}, Keys: 10, Popularity: Popularity{exponent: 1}}
	alone := collect(t, g.Requests(stream(1), minute))
	other := &Group{Pattern: Poisson{Rate: 77}, First: 10, Keys: 1}
	var together []Request
	for _, r := range collect(t, Merge(other.Requests(stream(2), minute), g.Requests(stream(1), minute))) {
		if r.Key < 10 {
			together = append(together, r)
		}
	}
	if !slices.Equal(alone, together) {
		t.Error("another group changed its requests")
	}
}

func TestGroupErrorsSayWhatIsAccepted(t *testing.T) {
	steady := Steady{Rate: 1}
	for _, c := range []struct {
		group Group
		want  string
	}{
		{Group{Keys: 1}, "pattern is missing; accepted is a pattern"},
		{Group{Pattern: steady}, "keys is 0; accepted is from 1 to 2147483647"},
		{Group{Pattern: steady, First: -1, Keys: 1}, "first is -1; accepted is from 0 to 2147483646"},
		{Group{Pattern: steady, First: 1 << 30, Keys: 1<<30 + 1}, "keys is 1073741825; accepted is from 1 to 1073741823"},
		{Group{Pattern: steady, Keys: 1, From: -1}, "from is -1ns; accepted is from 0s to 876000h"},
		{Group{Pattern: steady, Keys: 1, From: 2, Until: 2}, "until is 2ns; accepted is after from, 2ns, up to 876000h"},
		{Group{Pattern: steady, Keys: 2, Popularity: Popularity{weights: []float64{1}}}, "popularity is weights(1); accepted is a weight for each key, and there are 2"},
		{Group{Pattern: Steady{}, Keys: 1}, "rate is 0; accepted is more than 0, up to 1000000000 per second"},
	} {
		if err := c.group.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%+v:\n\t%v, want\n\t%s", c.group, err, c.want)
		}
	}
}

func TestOperationsHaveNames(t *testing.T) {
	for o, want := range map[Operation]string{Read: "read", Write: "write", Invalidate: "invalidate", 9: "unknown"} {
		if o.String() != want {
			t.Errorf("%d is %s", o, o)
		}
	}
}

func BenchmarkMergeSteadyNext(b *testing.B) {
	var streams []Requests
	for i := range 8 {
		g := Group{Pattern: Poisson{Rate: 1000}, First: i * 1000, Keys: 1000, Popularity: Popularity{exponent: 0.99}}
		streams = append(streams, g.Requests(stream(uint64(i)), longest))
	}
	m := Merge(streams...)
	var r Request
	b.ReportAllocs()
	for b.Loop() {
		m.Next(&r)
	}
}
