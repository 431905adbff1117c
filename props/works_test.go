package props

import (
	"testing"

	"stampede/model/observe"
)

// An excuse is forgotten with the last read that may make use of it: the memory
// does not grow with the run.
func TestExcusesAreForgotten(t *testing.T) {
	w := newWorks()
	m := singleRecompute.new(Run{}, w, func(*observe.Event, string) {}).(*recomputes)
	for work := range uint64(1000) {
		for _, kind := range []observe.Kind{observe.ReadStart, observe.RecomputeStart, observe.ReadEnd} {
			e := observe.Event{Kind: kind, Work: work + 1, Generation: work, First: true}
			w.before(&e)
			m.Observe(&e)
			w.after(&e)
		}
	}
	if n := len(m.excuses[0].episodes); n > 5 || len(m.working) > 0 {
		t.Errorf("%d episodes and %d works are remembered of 1000 that are over", n, len(m.working))
	}
}
