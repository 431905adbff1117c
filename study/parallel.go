package study

import (
	"context"
	"sync"
)

// parallel calls do for 0…n-1, on that many goroutines. The numbers are given
// out in order, so the error it returns, that of the lowest number that failed,
// does not depend on how many there are.
func parallel(ctx context.Context, workers, n int, progress Progress, do func(i int) error) error {
	var (
		mu         sync.Mutex
		next, done int
		failed     error
		failedAt   int
		group      sync.WaitGroup
	)
	take := func() (i int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if failed != nil || next == n || ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	finish := func(i int, err error) {
		mu.Lock()
		defer mu.Unlock()
		done++
		if err != nil && (failed == nil || i < failedAt) {
			failed, failedAt = err, i
		}
		if progress != nil {
			progress(done, n)
		}
	}
	for range max(min(workers, n), 1) {
		group.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				finish(i, do(i))
			}
		})
	}
	group.Wait()
	if failed == nil && done < n {
		return ctx.Err()
	}
	return failed
}
