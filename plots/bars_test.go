package plots

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"stampede/model/observe"
)

func TestNoPartOfABarIsTooSmallToSee(t *testing.T) {
	for _, c := range []struct {
		bar  observe.Bucket
		unit vg.Length
	}{
		{observe.Bucket{OnMiss: 1, Duplicate: 99}, 1},
		{observe.Bucket{OnMiss: 1, Early: 1, Duplicate: 998}, 0.1},
		{observe.Bucket{OnMiss: 1}, 0.001},
		{observe.Bucket{OnMiss: 1, Early: 1, Duplicate: 1}, 0.001},
		{observe.Bucket{Early: 3, Duplicate: 2}, 25},
		{observe.Bucket{}, 1},
	} {
		heights := partHeights(c.bar, c.unit)
		var sum vg.Length
		for k, h := range heights {
			n := kinds[k].count(c.bar)
			if (n > 0) != (h > 0) || n > 0 && h < minPart {
				t.Errorf("%+v at %v: %s is %v high", c.bar, c.unit, kinds[k].name, h)
			}
			sum += h
		}
		want := vg.Length(c.bar.Recomputes()) * c.unit
		if want > 0 {
			want = max(want, minBar, minPart*vg.Length(countParts(c.bar)))
		}
		if math.Abs(float64(sum-want)) > 1e-9 {
			t.Errorf("%+v at %v: %v high, want %v", c.bar, c.unit, sum, want)
		}
	}
}

func countParts(b observe.Bucket) (n int) {
	for _, k := range kinds {
		if k.count(b) > 0 {
			n++
		}
	}
	return n
}
