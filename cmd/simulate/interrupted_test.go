package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
)

// fuse is a context that is cancelled once its error has been asked for that often:
// how often is up to the runs, not to the machine.
type fuse struct {
	context.Context
	left atomic.Int64
	blow context.CancelFunc
}

func (f *fuse) Err() error {
	if f.left.Add(-1) < 0 {
		f.blow()
	}
	return f.Context.Err()
}

// interruptedAfter calls the command, which is interrupted when it asks for the
// n-th time.
func interruptedAfter(t *testing.T, n int, line string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := &fuse{Context: ctx, blow: cancel}
	f.left.Store(int64(n))
	var out, errs bytes.Buffer
	code = simulate(f, strings.Fields(line), &out, &errs)
	return code, out.String(), errs.String()
}

// No run of these would end on its own.
func TestAnInterruptedRunEnds(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"run --set bucket=1h --set duration=80000h":                              "interrupted",
		"run --set bucket=1h --set duration=80000h --format json":                "interrupted",
		"compare --strategy naive,lock --set bucket=1h --set duration=80000h":    "interrupted: 2 of 2 strategies are missing, or not whole",
		"sweep --strategy naive --set bucket=1h --set duration=80000h --seeds 3": "interrupted: 3 of 3 runs are missing",
	} {
		code, stdout, stderr := interruptedAfter(t, 2, line)
		// On a slow machine its progress stands before.
		if code != exitEnvironment || stdout != "" || !strings.HasSuffix(stderr, "simulate: "+want+"\n") {
			t.Errorf("simulate %s: exit status %d, stdout %q, stderr %q, want %q", line, code, stdout, stderr, want)
		}
	}
}

func TestAnInterruptedComparisonShowsWhatIsWhole(t *testing.T) {
	t.Parallel()
	const line = "compare --strategy naive,lock,xfetch --format csv"
	_, whole, _ := call(t, strings.Fields(line)...)
	shown := make(map[int]bool)
	for n := 0; ; n++ {
		code, stdout, stderr := interruptedAfter(t, n, line)
		if code == exitHolds {
			if stdout != whole {
				t.Errorf("got\n%s\nwant\n%s", stdout, whole)
			}
			break
		}
		lines := strings.Count(stdout, "\n")
		shown[max(lines-1, 0)] = true
		if code != exitEnvironment || !strings.HasPrefix(whole, stdout) || !strings.HasPrefix(stderr, "simulate: interrupted: ") {
			t.Errorf("after %d: exit status %d, stderr %q, stdout\n%s", n, code, stderr, stdout)
		}
	}
	if len(shown) != 3 {
		t.Errorf("of three strategies there are shown, each at some time: %v; want none, one and two", shown)
	}
}

func TestAnInterruptedSweepShowsTheRowsThatAreWhole(t *testing.T) {
	t.Parallel()
	var whole, cut struct {
		Cells   []any `json:"cells"`
		Missing int   `json:"missing_runs"`
	}
	const line = smallSweep + " --workers 1 --format json"
	_, stdout, _ := call(t, strings.Fields(line)...)
	if err := json.Unmarshal([]byte(stdout), &whole); err != nil || len(whole.Cells) != 6 || whole.Missing != 0 {
		t.Fatalf("%v, %d cells, %d runs are missing", err, len(whole.Cells), whole.Missing)
	}
	code, stdout, stderr := interruptedAfter(t, 10, line)
	if err := json.Unmarshal([]byte(stdout), &cut); err != nil || code != exitEnvironment || stderr != "simulate: interrupted: 7 of 12 runs are missing\n" {
		t.Fatalf("%v, exit status %d, stderr %q", err, code, stderr)
	}
	if len(cut.Cells) != 2 || cut.Missing != 7 {
		t.Errorf("%d cells of two runs, %d runs are missing; want 2 and 7", len(cut.Cells), cut.Missing)
	}
	if code, stdout, stderr := interruptedAfter(t, 10, smallSweep+" --workers 1 --shard 1/2"); code != exitEnvironment || stdout != "" || !strings.HasSuffix(stderr, "missing, and no shard is written\n") {
		t.Errorf("a shard: exit status %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestAnInterruptedSearchSaysHowFarItCame(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := interruptedAfter(t, 30, "check --strategy lock,naive --seeds 100000 --workers 1 --faults none")
	if code != exitEnvironment || !strings.Contains(stdout, "interrupted after 30 of 100,000") || !strings.Contains(stdout, "not searched") || strings.Contains(stdout, "holds") ||
		!strings.HasSuffix(stderr, "simulate: interrupted: lock after 30 of 100,000 cases, and 1 strategy is not searched\n") {
		t.Errorf("exit status %d, stderr %q\n%s", code, stderr, stdout)
	}
	code, stdout, _ = interruptedAfter(t, 0, "check --broken lock-plain-del")
	if code != exitEnvironment || !strings.Contains(stdout, "not searched") || strings.Contains(stdout, "not caught") {
		t.Errorf("of a wrong variant: exit status %d\n%s", code, stdout)
	}
}

// What was found counts for more than what was not looked at, and is told though it
// is not shrunk to the end.
func TestAnInterruptedSearchTellsWhatItFound(t *testing.T) {
	t.Parallel()
	line := "check --strategy lock-plain-del,lock --seeds 200 --workers 1 --failures " + t.TempDir()
	code, stdout, stderr := interruptedAfter(t, 200, line)
	if code != exitBroken || !strings.Contains(stdout, "no-foreign-delete is broken") || !strings.Contains(stdout, "not searched") || !strings.Contains(stderr, "simulate: interrupted: ") {
		t.Errorf("exit status %d, stderr %q\n%s", code, stderr, stdout)
	}
}

// The time of --for is no interruption, and shared by all; what it left no time for does
// not hold.
func TestTheEndOfTheTimeIsNoInterruption(t *testing.T) {
	t.Parallel()
	line := "check --strategy naive,lock --faults none --seeds 100000000 --for "
	code, stdout, stderr := call(t, strings.Fields(line+"2s")...)
	if code != exitHolds || strings.Contains(stderr, "interrupted") || strings.Count(stdout, "holds") != 2 {
		t.Errorf("exit status %d, stderr %q\n%s", code, stderr, stdout)
	}
	code, stdout, stderr = call(t, strings.Fields(line+"1ns")...)
	if code != exitEnvironment || !strings.HasSuffix(stderr, "simulate: --for 1ns is too short: 2 strategies are not searched\n") || strings.Contains(stdout, "holds") {
		t.Errorf("exit status %d, stderr %q\n%s", code, stderr, stdout)
	}
	if code, stdout, _ := call(t, strings.Fields("check --broken lock-plain-del --for 1ns")...); code != exitEnvironment || !strings.Contains(stdout, "not searched") {
		t.Errorf("of a wrong variant: exit status %d\n%s", code, stdout)
	}
}
