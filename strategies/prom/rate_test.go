package prom

import (
	"testing"
	"time"
)

func TestTheRateIsThatOfTheLastSecond(t *testing.T) {
	var r rate
	start := time.Unix(1_700_000_000, 0)
	for i := range 300 { // 100 a second
		r.count(start.Add(time.Duration(i) * 10 * time.Millisecond))
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{
		{2990 * time.Millisecond, 100},
		{2500 * time.Millisecond, 100}, // a clock that was set back
		{3490 * time.Millisecond, 50},
		{3980 * time.Millisecond, 1},
		{3990 * time.Millisecond, 0},
		{time.Hour, 0},
	} {
		if got := r.perSecond(start.Add(c.after)); got != c.want {
			t.Errorf("after %v: %d a second, want %d", c.after, got, c.want)
		}
	}
	r.count(start.Add(time.Hour))
	if got := r.perSecond(start.Add(time.Hour)); got != 1 {
		t.Errorf("after a pause: %d a second, want 1", got)
	}
}
