package plots

import (
	"strconv"
	"time"
)

// axes are shared by all panels of a picture.
type axes struct {
	end   time.Duration // right end of the time axis
	width time.Duration // interval that one bar counts
	unit  timeUnit      // of the labels along the time axis

	top, step int // upper end of the recompute axis, and the distance of its ticks
	heldTop   int // upper end of "locks held", where holds are too many for lanes
}

// timeUnit is what the time axis counts in.
type timeUnit struct {
	name string
	size time.Duration
}

// newAxes finds axes that hold every panel.
func newAxes(panels []Panel) axes {
	var a axes
	for _, p := range panels {
		a.end = max(a.end, p.Timeline.Duration)
		a.width = max(a.width, p.Timeline.Bucket)
	}
	if a.width == 0 {
		a.width = a.end // no panel has a bucket, so any width will do
	}
	// What started in time may have been counted late, while the run drained.
	for _, p := range panels {
		for i, b := range p.Timeline.Buckets {
			if from := time.Duration(i) * p.Timeline.Bucket; from >= a.end && b.Recomputes() > 0 {
				a.end = from + p.Timeline.Bucket
			}
		}
	}
	a.width = barWidth(a.width, a.end)
	a.unit = unitFor(a.end)
	return a
}

// fit sets the upper ends: the highest bar fits below a round number, and the
// most locks held at once are the top of their axis. A single recompute never
// fills the panel.
func (a *axes) fit(peak, held int) {
	const intervals = 4
	peak = max(peak, intervals)
	a.step = niceStep(peak, intervals)
	a.top = (peak + a.step - 1) / a.step * a.step
	a.heldTop = max(held, 1)
}

// niceStep is the smallest of 1, 2, 5, 10, 20, 25, 50, 100, … that divides top
// into at most parts intervals.
func niceStep(top, parts int) int {
	for decade := 1; ; decade *= 10 {
		for _, digit := range []int{10, 20, 25, 50} {
			if step := digit * decade / 10; step*10 == digit*decade && step*parts >= top {
				return step
			}
		}
	}
}

// unitFor keeps the labels of the time axis short.
func unitFor(end time.Duration) timeUnit {
	switch {
	case end >= 6*time.Hour:
		return timeUnit{"h", time.Hour}
	case end >= 30*time.Minute:
		return timeUnit{"min", time.Minute}
	case end >= time.Second:
		return timeUnit{"s", time.Second}
	default:
		return timeUnit{"ms", time.Millisecond}
	}
}

// timeTicks are the instants to label: about a dozen, at round values.
func (a axes) timeTicks() []time.Duration {
	const most = 12
	step := a.end
	for decade := a.unit.size / 1000; decade <= a.end; decade *= 10 {
		for _, digit := range []time.Duration{1, 2, 5} {
			if s := decade * digit; s > 0 && a.end/s <= most && s < step {
				step = s
			}
		}
	}
	var ticks []time.Duration
	for t := time.Duration(0); t <= a.end; t += step {
		ticks = append(ticks, t)
	}
	return ticks
}

// timeLabel is an instant as the time axis names it.
func (a axes) timeLabel(t time.Duration) string {
	return strconv.FormatFloat(float64(t)/float64(a.unit.size), 'f', -1, 64)
}

// perBar names what a bar counts, such as "per 100 ms".
func (a axes) perBar() string { return "per " + interval(a.width) }

// interval writes a length of time in its largest unit: "100 ms", "2.5 s". One
// second, minute or hour stands without its number, since "per" comes before.
func interval(d time.Duration) string {
	for _, u := range []struct {
		one, many string
		size      time.Duration
	}{
		{"hour", "h", time.Hour},
		{"minute", "min", time.Minute},
		{"second", "s", time.Second},
		{"ms", "ms", time.Millisecond},
		{"µs", "µs", time.Microsecond},
		{"ns", "ns", time.Nanosecond},
	} {
		switch {
		case d == u.size:
			return u.one
		case d > u.size:
			return strconv.FormatFloat(float64(d)/float64(u.size), 'g', 4, 64) + " " + u.many
		}
	}
	return d.String()
}
