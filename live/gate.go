package live

import (
	"context"
	"sync"
)

// gate is where a process stops while it is paused: before and after each thing
// that it does outside of itself.
type gate struct {
	mu     sync.Mutex
	pauses int
	open   chan struct{} // closed when the last pause ends; nil while there is none
}

// pause stops the process, and returns what lets it go on.
func (g *gate) pause() (resume func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pauses++; g.pauses == 1 {
		g.open = make(chan struct{})
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.pauses--; g.pauses == 0 {
			close(g.open)
			g.open = nil
		}
	}
}

// pass waits while the process is paused. A process that is paused does not
// notice that its context is done either, unless the run is over.
func (g *gate) pass(run context.Context) {
	for {
		g.mu.Lock()
		open := g.open
		g.mu.Unlock()
		if open == nil {
			return
		}
		select {
		case <-open:
		case <-run.Done():
			return
		}
	}
}
