package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
)

// While a live run is under way its metrics are served, under the names that
// operators know; after it nothing listens there.
func TestMetricsAreServedWhileALiveRunRuns(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stderr, w := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- simulate(ctx, strings.Fields("run --strategy lock-stale --redis miniredis --set duration=1m --set workers=5 --metrics-addr 127.0.0.1:0"), io.Discard, w)
		_ = w.Close()
	}()
	line, err := bufio.NewReader(stderr).ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, stderr) }()
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "metrics at ")
	if err != nil || !ok || !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("%q, %v", line, err)
	}
	var text string
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		text = scrape(t, url)
		if strings.Contains(text, `lock_acquire_total{result="acquired",strategy="lock-stale"}`) &&
			strings.Contains(text, `lock_wait_duration_seconds_bucket{strategy="lock-stale",le="0.25"}`) &&
			!strings.Contains(text, `cache_miss_total{strategy="lock-stale"} 0`) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("after 20 s the metrics are\n%s", text)
		}
	}
	for _, name := range []string{"cache_miss_total", "lock_acquire_total", "lock_wait_duration_seconds", "origin_queries_total", "stale_served_total"} {
		if !strings.Contains(text, "# TYPE "+name+" ") {
			t.Errorf("no %s in\n%s", name, text)
		}
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
