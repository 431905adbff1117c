package workload

import (
	"math"
	"testing"
	"time"
)

func TestCronComesAtOnceOrSpread(t *testing.T) {
	p := Cron{Every: 7 * time.Second, Count: 1000, First: 2 * time.Second}
	all := instants(p, 7, 16*time.Second+1)
	if len(all) != 3000 || p.Expected(1, 16*time.Second+1) != 3000 || p.Expected(1, 16*time.Second) != 2000 {
		t.Fatalf("%d instants", len(all))
	}
	for i, at := range all {
		if want := 2*time.Second + time.Duration(i/1000)*7*time.Second; at != want {
			t.Fatalf("instant %d is %v, want %v", i, at, want)
		}
	}
	p.Spread = 7 * time.Second
	var places []float64
	for i, at := range instants(p, 8, minute) {
		begin := 2*time.Second + time.Duration(i/1000)*7*time.Second
		if at < begin || at >= begin+7*time.Second {
			t.Fatalf("instant %d is %v", i, at)
		}
		if begin+p.Every <= minute {
			places = append(places, (at-begin).Seconds()/7)
		}
	}
	kolmogorovSmirnov(t, places, func(x float64) float64 { return x })
	if got := p.Expected(1, 2*time.Second+7*time.Second/4); got != 250 {
		t.Errorf("%v are expected in a quarter of the first window", got)
	}
}

func TestWarmUpReadsEachKeyOnce(t *testing.T) {
	const n = 10_000
	g := Group{Pattern: &WarmUp{At: time.Second, Within: 10 * time.Second}, First: 5, Keys: n}
	requests := g.Requests(stream(9), minute)
	var r Request
	seen, places, inOrder := make([]bool, n), make([]float64, 0, n), 0
	last := int32(0)
	for requests.Next(&r) {
		if seen[r.Key-5] {
			t.Fatalf("key %d came twice", r.Key)
		}
		seen[r.Key-5] = true
		places = append(places, (r.At-time.Second).Seconds()/10)
		if r.Key > last {
			inOrder++
		}
		last = r.Key
	}
	if len(places) != n || g.Expected(minute) != n || g.Expected(6*time.Second) != n/2 || g.Expected(time.Second) != 0 {
		t.Errorf("%d keys came", len(places))
	}
	kolmogorovSmirnov(t, places, func(x float64) float64 { return x })
	// Of a random order, half of the steps go up; their number has variance n/12.
	closeTo(t, "the number of steps up", float64(inOrder), n/2, math.Sqrt(n/12.0))
}
