package world

import "sync"

func goroutines(f func(), in, out chan int) {
	go f() // want: goroutine
	var group sync.WaitGroup
	group.Go(f) // want: goroutine
	group.Wait()
	select {} // want: select
	select {  // want: select
	case <-in: // want: channel
	case out <- 1: // want: channel
	}
	out <- 1       // want: channel
	_ = <-in       // want: channel
	for range in { // want: channel
	}
	close(out)
}

var (
	registry sync.Map // want: sync-map
	mu       sync.Mutex
)
