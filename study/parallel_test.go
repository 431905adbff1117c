package study

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestParallelReportsTheFirstError(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2, 7, 100} {
		err := parallel(t.Context(), workers, 50, nil, func(i int) error {
			if i >= 13 && i%2 == 1 {
				return fmt.Errorf("%d", i)
			}
			return nil
		})
		if err == nil || err.Error() != "13" {
			t.Errorf("%d workers: error %v, want that of 13", workers, err)
		}
	}
}

func TestParallelStopsWhenCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := parallel(ctx, 1, 50, nil, func(i int) error {
		calls++
		if i == 4 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || calls != 5 {
		t.Errorf("%d calls, error %v; want 5 and the context's", calls, err)
	}
}

func TestParallelTellsOfItsProgress(t *testing.T) {
	t.Parallel()
	last := 0
	_ = parallel(t.Context(), 3, 20, func(done, of int) {
		if done != last+1 || of != 20 {
			t.Errorf("progress %d of %d after %d", done, of, last)
		}
		last = done
	}, func(int) error { return nil })
	if last != 20 {
		t.Errorf("the last progress was %d", last)
	}
}
