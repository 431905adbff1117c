package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stampede/model/observe"
)

// Loads of two seconds, a process that crashes during one, an origin that fails, and a
// server that is down for the last five seconds.
const troubled = `version: 1
name: troubled
arrivals: {poisson: {rate: 100/s}}
duration: 20s
processes: 3
start: cold
redis:
  client: {timeout: 50ms}
  servers: {replicas: 1, detection: 3s}
origin: {recompute: 1s}
cache: {ttl: 5s}
faults:
  - {do: crash, to: process-1, at: 500ms, for: 200ms}
  - {do: fail, to: origin, at: 6s, for: 2s}
  - {do: crash, to: redis, at: 15s}
  - {do: failover, to: redis, at: 12s}
`

func troubledFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "troubled.yaml")
	if err := os.WriteFile(path, []byte(troubled), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Reads are the sum of what the line says of them, but for those that are unfinished;
// compare has no less.
func TestTheReadsAddUp(t *testing.T) {
	path := troubledFile(t)
	_, stdout, _ := call(t, "--scenario", path, "--strategy", "naive")
	_, line, _ := strings.Cut(stdout, "\nreads ")
	line, _, _ = strings.Cut(line, "\n")
	numbers := regexp.MustCompile(`([a-z]*) ?\b([\d,]+)`).FindAllStringSubmatch(line, -1)
	sum, crashed := 0, 0
	for i, n := range numbers {
		count, err := strconv.Atoi(strings.ReplaceAll(n[2], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case i == 0:
			sum = -count
		case n[1] != "unfinished":
			sum += count
		}
		if n[1] == "crashed" {
			crashed = count
		}
	}
	if sum != 0 || crashed == 0 || len(numbers) != 7 {
		t.Errorf("%q is %+d off, with %d crashed", line, sum, crashed)
	}
	if _, stdout, _ := call(t, "compare", "--scenario", path, "--strategy", "naive"); !regexp.MustCompile(`\bcrashed\b`).MatchString(stdout) {
		t.Errorf("no column crashed in\n%s", stdout)
	}
	if _, stdout, _ := call(t, "compare", "--strategy", "naive", "--set", "duration=1s"); regexp.MustCompile(`\bcrashed\b`).MatchString(stdout) {
		t.Errorf("a column of crashed reads where there are none\n%s", stdout)
	}
}

// A run says which errors there were and when, what its faults were, and that the
// latencies have the errors in them.
func TestErrorsAndFaultsAreTold(t *testing.T) {
	path := troubledFile(t)
	_, stdout, _ := call(t, "--scenario", path, "--strategy", "naive")
	for _, want := range []string{
		`(?m)^errors +[\d,]+   Redis unavailable [\d,]+, 15\.\d\d to \d\d\.\d\d s · origin failed [\d,]+, 7\.\d\d to \d\.\d\d s$`,
		`(?m)^faults +4   crash process-1 0\.50 to 0\.70 s · fail origin 6\.00 to 8\.00 s · crash redis 15\.00 to 20\.00 s\n +failover redis at 12\.00 s · a replica promoted at 12\.\d\d s$`,
		`(?m)^latency, ms .*, the reads that failed among them$`,
	} {
		if !regexp.MustCompile(want).MatchString(stdout) {
			t.Errorf("no line %s in\n%s", want, stdout)
		}
	}
	_, stdout, _ = call(t, "--scenario", path, "--strategy", "naive", "--format", "json")
	var r observe.Result
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	sum := uint64(0)
	for cause, n := range r.ErrorCauses {
		sum += n
		if s := r.ErrorSpans[cause]; s.FirstMS <= 0 || s.LastMS < s.FirstMS {
			t.Errorf("%s: %+v", cause, s)
		}
	}
	if sum == 0 || sum != r.Errors {
		t.Errorf("%d errors, and %v", r.Errors, r.ErrorCauses)
	}
}

// A lock that vanishes with what a server loses is told, as the picture shows it: nobody
// may have come to find it lost.
func TestDroppedLocksAreTold(t *testing.T) {
	_, stdout, stderr := call(t, "run", "--scenario", "../../scenarios/breaches/lock-miss-recomputes-squeeze.yaml")
	if !strings.Contains(stdout, " · dropped 4 · ") {
		t.Errorf("got\n%s%s", stdout, stderr)
	}
	if _, stdout, _ := call(t, "run", "--strategy", "lock"); strings.Contains(stdout, "dropped") {
		t.Errorf("got\n%s", stdout)
	}
}
