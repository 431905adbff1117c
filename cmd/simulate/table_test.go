package main

import (
	"slices"
	"strings"
	"testing"

	"stampede/model/observe"
)

// The fewest recomputes at one time come first, then the fewest at all, then the
// shortest 99th percentile; equals stay in the order given.
func TestCompareIsSorted(t *testing.T) {
	run := func(name string, atOnce int, recomputes uint64, p99 float64) observe.Result {
		return observe.Result{
			Strategy: name, MaxConcurrentRecomputes: atOnce, Recomputes: recomputes,
			LatencyMS: observe.Quantiles{P99: p99},
		}
	}
	runs := []observe.Result{run("e", 2, 1, 1), run("d", 1, 6, 1), run("b", 1, 5, 3), run("c", 1, 5, 3), run("a", 1, 5, 2)}
	var names []string
	for _, x := range slices.SortedStableFunc(slices.Values(runs), leastFirst) {
		names = append(names, x.Strategy)
	}
	if got := strings.Join(names, " "); got != "a b c d e" {
		t.Error(got)
	}
}

// The table of compare is no wider than a wide terminal, has what the README says it
// has, and ends with the foresight.
func TestCompareFitsATerminal(t *testing.T) {
	code, out, stderr := call(t, "compare", "--strategy", "swr,xfetch,lock", "--set", "duration=1s", "--set", "from=0s")
	if code != exitHolds {
		t.Fatal(code, stderr)
	}
	lines := strings.Split(out, "\n")
	for _, l := range lines {
		if n := len([]rune(l)); n > 150 {
			t.Errorf("%d characters: %s", n, l)
		}
	}
	for _, column := range []string{"recomputes", "duplicates", "once", "peak", "waiters", "p99.9", "stale", "age p99", "commands"} {
		if !strings.Contains(out, column) {
			t.Errorf("no column %s", column)
		}
	}
	last := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "foresight") })
	if last < 0 || lines[last+1] != "" {
		t.Errorf("the foresight is not the last row:\n%s", out)
	}
}

// A comparison says which promises are broken, as a run and a sweep do.
func TestCompareNamesWhatIsBroken(t *testing.T) {
	code, stdout, _ := call(t, strings.Fields("compare --strategy lock,lock-plain-del --seed 3 --set lock-ttl=120ms")...)
	if code != exitBroken || strings.Count(stdout, "✗") != 1 || !strings.Contains(stdout, "\nlock-plain-del: ✗ no-foreign-delete\n") {
		t.Errorf("exit status %d\n%s", code, stdout)
	}
}
