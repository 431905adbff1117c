package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
)

// documented returns the metrics of docs/metrics.md, with the kind of each. Those of
// the server are there where it counts them, which miniredis does not.
func documented(t *testing.T, server bool) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := make(map[string]string)
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([a-z]+) \\|").FindAllStringSubmatch(string(page), -1) {
		if server || !strings.HasPrefix(row[1], "redis_") {
			kinds[row[1]] = row[2]
		}
	}
	return kinds
}

// While a live run is under way its metrics are served, just those that the page has,
// under the names that operators know; after it nothing listens there.
func TestMetricsAreServedWhileALiveRunRuns(t *testing.T) {
	for _, redis := range []string{"miniredis", "auto"} {
		t.Run(redis, func(t *testing.T) {
			t.Parallel()
			if redis == "auto" {
				redistest.Need(t)
			}
			testMetrics(t, redis, documented(t, redis == "auto"))
		})
	}
}

func testMetrics(t *testing.T, redis string, want map[string]string) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stderr, w := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- simulate(ctx, strings.Fields("run --strategy lock-stale --set duration=1m --set workers=5 --metrics-addr 127.0.0.1:0 --redis "+redis), io.Discard, w)
		_ = w.Close()
	}()
	line, err := bufio.NewReader(stderr).ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, stderr) }()
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "metrics at ")
	if err != nil || !ok || !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("%q, %v", line, err)
	}
	moved := []string{
		"cache_miss_total", `lock_acquire_total{result="acquired",`, "lock_wait_duration_seconds_count", "origin_qps",
		`hot_key_load_seconds{key="stampede:[^"]*",`,
	}
	if _, counts := want["redis_keyspace_hits_total"]; counts {
		moved = append(moved, "redis_keyspace_hits_total", "redis_keyspace_misses_total")
	}
	var text string
	still := func(series string) bool {
		name, labels, _ := strings.Cut(series, "{")
		return !regexp.MustCompile(`(?m)^` + name + `\{` + labels + `strategy="lock-stale"[^}]*\} [^0]`).MatchString(text)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		text = scrape(t, url)
		if !slices.ContainsFunc(moved, still) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("after 20 s the metrics are\n%s", text)
		}
	}
	got := make(map[string]string)
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)$`).FindAllStringSubmatch(text, -1) {
		got[line[1]] = line[2]
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v\nare served; docs/metrics.md has\n%v", got, want)
	}
	cancel()
	if code := <-ended; code != exitEnvironment {
		t.Errorf("exit status %d", code)
	}
	if answer, err := http.Get(url); err == nil {
		_ = answer.Body.Close()
		t.Error("the metrics are served after the run")
	}
}

func scrape(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v", answer.Status, err)
	}
	return string(text)
}

// What a live run was on is part of its result, and so is the server's own word if
// it was asked.
func TestALiveResultSaysWhatItWasOn(t *testing.T) {
	t.Parallel()
	redistest.Need(t)
	code, stdout, stderr := call(t, strings.Fields("run --strategy lock --redis auto --monitor --set duration=600ms --set recompute=50ms --format json")...)
	var r observe.Result
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != exitHolds {
		t.Fatalf("status %d, %v: %s", code, err, stderr)
	}
	if r.Server == nil || !strings.HasPrefix(r.Server.Version, "redis ") || r.Server.Settings["hz"] == "" || r.Server.Clock == nil || r.Server.Clock.UncertaintyMS <= 0 {
		t.Errorf("%+v", r.Server)
	}
	if r.Monitor == nil || !r.Monitor.Complete || r.Monitor.Locks != r.Locks.Acquired || r.Monitor.ForeignDeletes != r.ForeignDeletes {
		t.Errorf("%+v, and by the answers %+v", r.Monitor, r.Locks)
	}
}
