package study

import (
	"testing"
	"time"
)

// The waits are those of queueing theory: M/M/c by Erlang's formula C, M/D/1 by
// Pollaczek and Khinchine.
func TestWaitsAreThoseOfTheory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		queue queue
		loads int
		want  float64 // in service times; what the books have
	}{
		{"M/M/1 at 50 %", queue{false, 1, 0.5}, 400_000, 1},
		{"M/M/1 at 80 %", queue{false, 1, 0.8}, 1_600_000, 4},
		{"M/M/2 at 50 %", queue{false, 2, 0.5}, 700_000, 1. / 3},
		{"M/M/2 at 80 %", queue{false, 2, 0.8}, 2_400_000, 16. / 9},
		{"M/D/1 at 50 %", queue{true, 1, 0.5}, 300_000, 0.5},
		{"M/D/1 at 80 %", queue{true, 1, 0.8}, 1_000_000, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, err := c.queue.measure(t.Context(), 1, c.loads)
			if err != nil {
				t.Fatal(err)
			}
			want := time.Duration(c.want * float64(service))
			t.Logf("mean wait %v, theory %v, standard error %.2f %%", w.mean, want, 100*float64(w.err)/float64(want))
			if off := w.mean - want; off > 3*w.err || off < -3*w.err {
				t.Errorf("the mean wait is %v, want %v ± %v", w.mean, want, 3*w.err)
			}
			if w.err > want/100 {
				t.Errorf("the standard error is %v, want less than 1 %% of %v", w.err, want)
			}
			if theory := c.queue.theory(); theory < c.want*(1-1e-9) || theory > c.want*(1+1e-9) {
				t.Errorf("theory is %v, the books have %v", theory, c.want)
			}
		})
	}
}
