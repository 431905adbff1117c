package world_test

import (
	"fmt"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
)

// hitRate counts the reads of ten seconds, and those of them that hit.
type hitRate struct {
	from        time.Duration
	reads, hits float64
}

func (h *hitRate) Observe(e *observe.Event) {
	if e.Kind != observe.ReadEnd || e.At < h.from || e.At >= h.from+10*time.Second {
		return
	}
	h.reads++
	if e.Class == observe.Hit {
		h.hits++
	}
}

// With coalescing and admission the cache of corpus D25 recovers at half its load and
// at twice that, after a small loss and a large one. That it does not without is
// shown by the corpus, and mapped in docs/overload.md.
func TestAdmissionRecoversUnderAnyLoad(t *testing.T) {
	t.Parallel()
	d25, err := scenario.Load("corpus/D25")
	if err != nil {
		t.Fatal(err)
	}
	for _, rate := range []int{500, 2000} {
		for _, lost := range []int{5, 25} {
			s, err := d25.Variant("right")
			if err != nil {
				t.Fatal(err)
			}
			for _, set := range []string{fmt.Sprintf("rate=%d/s", rate), fmt.Sprintf("faults[0].share=%d%%", lost), "duration=140s"} {
				if err := s.Set(set); err != nil {
					t.Fatal(err)
				}
			}
			preset, err := s.Strategy.Preset()
			if err != nil {
				t.Fatal(err)
			}
			before, after := &hitRate{from: 50 * time.Second}, &hitRate{from: 130 * time.Second}
			if err := world.Run(world.Config{Scenario: s, Strategy: preset, Seed: 1}, before, after); err != nil {
				t.Fatal(err)
			}
			if was, is := before.hits/before.reads, after.hits/after.reads; was < 0.95 || is < was-0.03 {
				t.Errorf("%d reads/s, %d %% lost: the hit rate is %.3f, and was %.3f before", rate, lost, is, was)
			}
		}
	}
}
