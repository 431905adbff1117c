package world_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/model/world"
	"stampede/strategies"
)

// arriving runs a scenario of twenty keys and ten seconds with such arrivals.
func arriving(t *testing.T, arrivals string) (observe.Result, error) {
	t.Helper()
	s, err := scenario.Parse("x.yaml", []byte("version: 1\nname: a\nkeys: 20\nprocesses: 2\norigin: {recompute: 10ms}\narrivals: "+arrivals+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	summary := observe.NewSummary(time.Second, 0)
	err = world.Run(world.Config{Scenario: s, Strategy: strategies.All()[0], Seed: 1}, summary)
	return summary.Result(), err
}

// Each kind of arrivals starts as many reads as its pattern says.
func TestEveryKindOfArrivalsIsPlayed(t *testing.T) {
	for kind, pattern := range map[string]workload.Pattern{
		"constant: {rate: 50/s}":                                    workload.Steady{Rate: 50},
		"poisson: {rate: 50/s}":                                     workload.Poisson{Rate: 50},
		"ramp: {from: 10/s, to: 100/s, over: 5s}":                   workload.Ramp{From: 10, To: 100, Over: 5 * time.Second},
		"flash-crowd: {base: 10/s, peak: 500/s, at: 2s, hold: 1s}":  workload.Flash{Base: 10, Peak: 500, At: 2 * time.Second, Hold: time.Second},
		"daily: {mean: 50/s, peak: 90/s, peak-at: 5s, period: 10s}": workload.Daily{Mean: 50, Peak: 90, PeakAt: 5 * time.Second, Period: 10 * time.Second},
		"cron: {every: 1s, count: 40}":                              workload.Cron{Every: time.Second, Count: 40},
		"warm-up: {at: 1s, within: 2s}":                             workload.WarmUp{At: time.Second, Within: 2 * time.Second},
		"bursts: {rate: 60/s, off-rate: 60/s, on: 1s, off: 1s}":     workload.Poisson{Rate: 60},
		"sum: [{keys: 3, constant: {rate: 50/s}}, {first: 4, closed: {workers: 1, think: 1h}, from: 1s}]": workload.Steady{Rate: 50.1},
	} {
		r, err := arriving(t, "{"+kind+"}")
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		want := pattern.Expected(20, 10*time.Second)
		if got := float64(r.Reads); math.Abs(got-want) > 5*math.Sqrt(want) {
			t.Errorf("%s: %v reads, want %v", kind, got, want)
		}
	}
}

func TestATraceIsReplayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	if err := os.WriteFile(path, []byte("0,a\n1,b\n1.5,a\n9,c\n11,d\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := arriving(t, fmt.Sprintf("{trace: {file: %q}}", path))
	if err != nil || r.Reads != 4 || r.Recomputes != 3 {
		t.Errorf("%d reads, %d recomputes, %v; want 4, 3", r.Reads, r.Recomputes, err)
	}
}

// A trace that breaks off in the middle is an error of the run.
func TestABrokenTraceIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	if err := os.WriteFile(path, []byte("0,a\n2,b\n1,c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := arriving(t, fmt.Sprintf("{trace: {file: %q}}", path))
	if want := path + ":3: time 1s is before 2s in line 2; accepted are times that do not decrease"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := arriving(t, "{trace: {file: none.csv}}"); err == nil || !strings.HasPrefix(err.Error(), "none.csv: cannot be opened") {
		t.Errorf("got %v", err)
	}
}
