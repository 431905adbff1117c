package plots

import (
	"strconv"
	"strings"
	"time"

	"stampede/model/observe"
)

// view is one panel with its timeline reduced to what is drawn.
type view struct {
	panel Panel
	bars  []observe.Bucket // merged to the width that all panels share
	high  int              // the highest of them
	peak  int              // the highest from where peaks count
	strip strip
}

func newView(p Panel, a axes) view {
	p.Label, p.Note = printable(p.Label), printable(p.Note)
	v := view{panel: p}
	if p.Timeline.Bucket > 0 {
		v.bars = mergeBuckets(p.Timeline.Buckets, int(a.width/p.Timeline.Bucket))
		v.bars = v.bars[:min(len(v.bars), int(ceilDiv(a.end, a.width)))]
	}
	v.strip = newStrip(p.Timeline, v.bars, a.end)
	for i, b := range v.bars {
		v.high = max(v.high, b.Recomputes())
		if time.Duration(i)*a.width >= p.Timeline.From {
			v.peak = max(v.peak, b.Recomputes())
		}
	}
	return v
}

// peakText names the highest bar: no one should have to read it off the axis.
func (v view) peakText(a axes) string {
	switch from := v.panel.Timeline.From; {
	case v.high == 0:
		return "no recomputes"
	case from > 0:
		return "peak " + grouped(v.peak) + " " + a.perBar() + ", from " + a.timeLabel(from) + " " + a.unit.name + " on"
	default:
		return "peak " + grouped(v.peak) + " " + a.perBar()
	}
}

// omittedText says what the drawing lacks, if anything.
func (v view) omittedText() string {
	switch n := v.panel.Timeline.Dropped; n {
	case 0:
		return ""
	case 1:
		return "1 fault not drawn"
	default:
		return grouped(n) + " faults not drawn"
	}
}

// grouped writes a count with a comma between thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	var s strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			s.WriteByte(',')
		}
		s.WriteRune(d)
	}
	return s.String()
}
