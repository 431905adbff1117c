package world

import (
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// Who sleeps wakes late: the one who sends the reads of an open stream, the workers
// that think, and those who poll. A load takes its time all the same.
func TestAProcessOversleeps(t *testing.T) {
	figures := func(rest string, strategy int, oversleep string) observe.Result {
		t.Helper()
		sc, err := scenario.Parse("oversleep.yaml", []byte("version: 1\nname: oversleep\nnetwork: {request: 0.5ms, reply: 0.5ms}\nredis: {service: 0s}\ncache: {ttl: 1m}\n"+rest))
		if err == nil {
			err = sc.Set("oversleep=" + oversleep)
		}
		if err != nil {
			t.Fatal(err)
		}
		s := observe.NewSummary(time.Duration(sc.Bucket), 0)
		if err := Run(Config{Scenario: sc, Strategy: strategies.All()[strategy], Seed: 1}, s); err != nil {
			t.Fatal(err)
		}
		return s.Result()
	}
	lock := -1
	for i, p := range strategies.All() {
		if p.Name == "lock" {
			lock = i
		}
	}
	for _, c := range []struct {
		oversleep string
		p50       float64 // of an open stream: a round trip, and what it began late
		reads     uint64  // of a worker that thinks for 9 ms
		polled    float64 // of one that polls each 10 ms, with two commands, for a load that is there after 38.5
		dense     float64 // the slowest of an open stream of reads each 2 ms
	}{
		{"0s", 1, 100, 49, 1},
		{"5ms", 6, 67, 52, 6},
	} {
		if r := figures("start: warm\nduration: 1s\narrivals: {constant: {rate: 10/s}}\n", 0, c.oversleep); r.LatencyMS.P50 != c.p50 || r.Reads != 10 {
			t.Errorf("oversleep %s: a read of a stream takes %v ms, want %v; %d reads", c.oversleep, r.LatencyMS.P50, c.p50, r.Reads)
		}
		if r := figures("start: warm\nduration: 1s\narrivals: {closed: {workers: 1, think: 9ms}}\n", 0, c.oversleep); r.Reads != c.reads {
			t.Errorf("oversleep %s: a worker reads %d times in a second, want %d", c.oversleep, r.Reads, c.reads)
		}
		if r := figures("start: warm\nduration: 1s\narrivals: {constant: {rate: 500/s}}\n", 0, c.oversleep); r.LatencyMS.Max != c.dense || r.Reads != 500 {
			t.Errorf("oversleep %s: the slowest of dense reads takes %v ms, want %v; %d reads", c.oversleep, r.LatencyMS.Max, c.dense, r.Reads)
		}
		if r := figures("duration: 1ms\norigin: {recompute: 35ms}\narrivals: {closed: {workers: 2, think: 9ms}}\n", lock, c.oversleep); r.LatencyMS.Max != c.polled {
			t.Errorf("oversleep %s: the slowest reader takes %v ms, want %v", c.oversleep, r.LatencyMS.Max, c.polled)
		}
	}
}
