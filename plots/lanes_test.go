package plots

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
)

func TestLanesDoNotOverlapAndAreAsFewAsCanBe(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	drawn := 0
	for range 300 {
		holds := make([]observe.Hold, 1+r.IntN(30))
		for i := range holds {
			from := time.Duration(r.IntN(100))
			holds[i] = observe.Hold{From: from, To: from + 1 + time.Duration(r.IntN(30))}
		}
		holds = ordered(holds)
		most := 0
		for _, h := range holds {
			n := 0
			for _, g := range holds {
				if g.From <= h.From && h.From < g.To {
					n++
				}
			}
			most = max(most, n)
		}

		lanes, n, ok := assignLanes(holds)
		if want := most <= maxLanes; ok != want {
			t.Fatalf("%d holds at once: ok is %v, want %v", most, ok, want)
		}
		if !ok {
			continue
		}
		drawn++
		if n != most {
			t.Fatalf("%d lanes for %d holds at once", n, most)
		}
		for i, h := range holds {
			for j, g := range holds[:i] {
				if lanes[i] == lanes[j] && h.From < g.To {
					t.Fatalf("holds %+v and %+v share lane %d", g, h, lanes[i])
				}
			}
		}
	}
	if drawn < 50 || drawn > 290 {
		t.Errorf("%d of 300 cases fit into lanes: one side is hardly tried", drawn)
	}
}

func TestOrderedCopiesOnlyWhatIsOutOfOrder(t *testing.T) {
	holds := []observe.Hold{{From: 1, To: 2}, {From: 3, To: 4}}
	if got := ordered(holds); &got[0] != &holds[0] {
		t.Error("holds in order were copied")
	}
	slices.Reverse(holds)
	got := ordered(holds)
	if got[0].From != 1 || holds[0].From != 3 {
		t.Errorf("got %v and left %v", got, holds)
	}
}

func TestHeldCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		holds []observe.Hold
		want  []int
	}{
		{"none", nil, []int{0, 0, 0, 0}},
		{"over a border", []observe.Hold{{From: 5, To: 15}}, []int{1, 1, 0, 0}},
		{"a peak shorter than a column", []observe.Hold{{From: 1, To: 3}, {From: 2, To: 4}, {From: 8, To: 9}}, []int{2, 0, 0, 0}},
		{"handed over", []observe.Hold{{From: 0, To: 12}, {From: 12, To: 20}}, []int{1, 1, 0, 0}},
		{"beyond the end", []observe.Hold{{From: 30, To: 99}, {From: 50, To: 60}}, []int{0, 0, 0, 1}},
	} {
		if got := heldCounts(c.holds, 40, 4); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A year in 756 columns does not overflow, and the last column ends at its end.
func TestColumnsOfALongRun(t *testing.T) {
	const year = 365 * 24 * time.Hour
	last := time.Duration(0)
	for col := range countsColumns {
		end := columnEnd(year, col, countsColumns)
		if end <= last {
			t.Fatalf("column %d ends at %v, the one before at %v", col, end, last)
		}
		last = end
	}
	if last != year {
		t.Errorf("the last column ends at %v", last)
	}
}
