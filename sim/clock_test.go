package sim

import (
	"testing"
	"time"
)

// The quick way to a clock's time is the plain one's equal, to the last bit.
func TestWallClockIsTheEpochPlusTheTime(t *testing.T) {
	for _, d := range []time.Duration{0, 1, -1, time.Second, -time.Second, -1500 * time.Millisecond, 100 * 365 * 24 * time.Hour} {
		if got, want := wallClock(d), Epoch.Add(d); got != want {
			t.Errorf("%v after the epoch it is %v, want %v", d, got, want)
		}
	}
}
