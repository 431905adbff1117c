package plots

import (
	"time"

	"stampede/model/observe"
)

// maxBars limits the bars across one panel: about one for each point of its
// width. More could not be told apart.
const maxBars = 600

// barWidth is the interval that one bar counts: the narrowest that is a whole
// multiple (1, 2, 5, 10, …) of the widest bucket and needs at most maxBars bars.
func barWidth(bucket, end time.Duration) time.Duration {
	for decade := time.Duration(1); ; decade *= 10 {
		for _, digit := range []time.Duration{1, 2, 5} {
			width := bucket * decade * digit
			if ceilDiv(end, width) <= maxBars {
				return width
			}
		}
	}
}

func ceilDiv(a, b time.Duration) time.Duration { return (a + b - 1) / b }

// mergeBuckets sums whole groups of buckets, group to each; the last group may
// be short. Nothing that is counted is lost, and of what there is at one time the most
// is kept: a peak must not vanish because it was short.
func mergeBuckets(buckets []observe.Bucket, group int) []observe.Bucket {
	merged := make([]observe.Bucket, 0, (len(buckets)+group-1)/group)
	for i, b := range buckets {
		if i%group == 0 {
			merged = append(merged, observe.Bucket{})
		}
		last := &merged[len(merged)-1]
		last.OnMiss += b.OnMiss
		last.Early += b.Early
		last.Duplicate += b.Duplicate
		last.Expiries += b.Expiries
		last.Errors += b.Errors
		last.Lost += b.Lost
		last.Waiting = max(last.Waiting, b.Waiting)
		last.Held = max(last.Held, b.Held)
	}
	return merged
}
