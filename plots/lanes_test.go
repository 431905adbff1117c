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
