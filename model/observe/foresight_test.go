package observe

import (
	"testing"
	"time"
)

// A value serves the reads of one TTL from the first that it is loaded for. What the
// cache held at first needs no load. No two keys share one.
func TestForesightLoadsOnceForTheReadsOfATTL(t *testing.T) {
	for _, c := range []struct {
		filled bool
		want   ForesightResult
	}{
		{false, ForesightResult{Reads: 8, Recomputes: 5, Peak: 3, MaxConcurrent: 2}},
		{true, ForesightResult{Reads: 8, Recomputes: 3, Peak: 3, MaxConcurrent: 2}},
	} {
		f := NewForesight(5*time.Second, 100*time.Millisecond, c.filled, time.Second, 0)
		for _, read := range []struct {
			at  time.Duration
			key int32
		}{
			{0, 0},
			{5 * time.Second, 0}, // one value serves both
			{5 * time.Second, 1},
			{10001 * time.Millisecond, 0},
			{10050 * time.Millisecond, 1}, // the loads overlap
			{10100 * time.Millisecond, 0},
			{10200 * time.Millisecond, 1},
			{10900 * time.Millisecond, 2},
		} {
			f.Observe(&Event{At: read.at, Kind: ReadStart, Key: read.key})
		}
		if got := f.Result(); got != c.want {
			t.Errorf("filled %v: %+v, want %+v", c.filled, got, c.want)
		}
	}
}
