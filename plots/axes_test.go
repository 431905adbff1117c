package plots

import (
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
)

func TestRecomputeAxisHasFewWholeTicksAboveThePeak(t *testing.T) {
	for peak := range 3000 {
		var a axes
		a.fit(peak, 0)
		if a.step < 1 || a.top%a.step != 0 || a.top < peak || a.top/a.step > 4 || a.top < 4 {
			t.Fatalf("peak %d: top %d in steps of %d", peak, a.top, a.step)
		}
	}
	for peak, want := range map[int][2]int{0: {4, 1}, 1: {4, 1}, 5: {6, 2}, 99: {100, 25}, 100: {100, 25}, 101: {150, 50}} {
		var a axes
		a.fit(peak, 0)
		if got := [2]int{a.top, a.step}; got != want {
			t.Errorf("peak %d: top and step %v, want %v", peak, got, want)
		}
	}
}

func TestTimeAxis(t *testing.T) {
	for _, c := range []struct {
		end         time.Duration
		unit        string
		last        string
		ticksAtMost int
	}{
		{10 * second, "s", "10", 13},
		{450 * second, "s", "450", 13},
		{2500 * ms, "s", "2.4", 13},
		{second, "s", "1", 13},
		{120 * ms, "ms", "120", 13},
		{time.Hour, "min", "60", 13},
		{24 * time.Hour, "h", "24", 13},
		{7, "ms", "0.000007", 2},
	} {
		a := axes{end: c.end, unit: unitFor(c.end)}
		ticks := a.timeTicks()
		if len(ticks) > c.ticksAtMost || len(ticks) < 2 || ticks[0] != 0 {
			t.Errorf("%v: ticks %v", c.end, ticks)
		}
		if last := a.timeLabel(ticks[len(ticks)-1]); a.unit.name != c.unit || last != c.last {
			t.Errorf("%v: last tick %s %s, want %s %s", c.end, last, a.unit.name, c.last, c.unit)
		}
	}
}

func TestInterval(t *testing.T) {
	for d, want := range map[time.Duration]string{
		100 * ms: "100 ms", second: "second", 2500 * ms: "2.5 s", 10 * second: "10 s",
		time.Minute: "minute", time.Hour: "hour", ms: "ms", 1770 * time.Microsecond: "1.77 ms",
	} {
		if got := interval(d); got != want {
			t.Errorf("interval(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestLateRecomputesExtendTheTimeAxis(t *testing.T) {
	late := naive()
	late.Timeline.Buckets = append(late.Timeline.Buckets, observe.Bucket{}, observe.Bucket{OnMiss: 1}, observe.Bucket{})
	if a := newAxes([]Panel{lock(), late}); a.end != 10200*ms {
		t.Errorf("the axis ends at %v, want 10.2s", a.end)
	}
}

func TestPanelsOfDifferentBucketsCountPerTheSameInterval(t *testing.T) {
	fine := naive()
	fine.Timeline.Bucket = 20 * ms
	fine.Timeline.Buckets = slices.Repeat([]observe.Bucket{{OnMiss: 1}}, 500)
	l := newLayout(picture(fine, lock()))
	if got := l.views[0].bars; len(got) != 100 || got[0].OnMiss != 5 {
		t.Errorf("%d bars, the first %+v; want 100 of 5", len(got), got[0])
	}
}
