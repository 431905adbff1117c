package observe

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// longestCounted is what a longer length of time counts as, in quantiles.
const longestCounted = 24 * time.Hour

// lengths counts lengths of time: in microseconds and to three digits, but for
// the longest, which is exact.
type lengths struct {
	counts *hdrhistogram.Histogram
	max    time.Duration
}

func newLengths() lengths {
	return lengths{counts: hdrhistogram.New(1, longestCounted.Microseconds(), 3)}
}

func (l *lengths) add(d time.Duration) {
	l.max = max(l.max, d)
	// An error would say that it exceeds the longest.
	_ = l.counts.RecordValue(min(d, longestCounted).Microseconds())
}

// quantile returns the length in milliseconds that q percent do not exceed.
func (l *lengths) quantile(q float64) float64 {
	// It rounds up, but what is longer than the longest is not true.
	return min(float64(l.counts.ValueAtQuantile(q))/1000, Milliseconds(l.max))
}
