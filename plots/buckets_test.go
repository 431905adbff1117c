package plots

import (
	"math/rand/v2"
	"testing"
	"time"

	"stampede/model/observe"
)

func TestBarWidth(t *testing.T) {
	for _, c := range []struct{ bucket, end, want time.Duration }{
		{100 * ms, 10 * second, 100 * ms},
		{100 * ms, 60 * second, 100 * ms}, // 600 bars, the most there may be
		{100 * ms, 60*second + 1, 200 * ms},
		{100 * ms, 450 * second, second},
		{time.Minute, second, time.Minute}, // a bucket longer than the run
		{100 * ms, 10000 * time.Hour, 100000 * second},
	} {
		got := barWidth(c.bucket, c.end)
		if got != c.want {
			t.Errorf("barWidth(%v, %v) = %v, want %v", c.bucket, c.end, got, c.want)
		}
		if got%c.bucket != 0 || ceilDiv(c.end, got) > maxBars {
			t.Errorf("barWidth(%v, %v) = %v: not whole buckets, or too many bars", c.bucket, c.end, got)
		}
	}
}

func TestMergingLosesNoRecompute(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	sum := func(buckets []observe.Bucket) (s observe.Bucket) {
		for _, b := range buckets {
			s.OnMiss += b.OnMiss
			s.Early += b.Early
			s.Duplicate += b.Duplicate
		}
		return s
	}
	for range 200 {
		buckets := make([]observe.Bucket, r.IntN(50))
		for i := range buckets {
			buckets[i] = observe.Bucket{OnMiss: r.IntN(3), Early: r.IntN(3), Duplicate: r.IntN(99)}
		}
		group := 1 + r.IntN(12)
		merged := mergeBuckets(buckets, group)
		if sum(merged) != sum(buckets) {
			t.Fatalf("sum %+v became %+v in groups of %d", sum(buckets), sum(merged), group)
		}
		for i, m := range merged {
			if want := sum(buckets[i*group : min((i+1)*group, len(buckets))]); m != want {
				t.Fatalf("group %d of %d is %+v, want %+v", i, group, m, want)
			}
		}
	}
}
