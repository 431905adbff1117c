package observe

import (
	"context"
	"time"
)

// Wait records that the work of ctx, if there is one, waits: it sleeps, or listens,
// for what another does. A read that does so waits for a load, until it has its
// answer; the looks between two pauses are part of the wait.
func (r *Recorder) Wait(ctx context.Context, at time.Duration) {
	if w := workIn(ctx); w != nil {
		r.wait(at, w)
	}
}

// wait begins the wait of a read: for another's load, or for its own.
func (r *Recorder) wait(at time.Duration, w *Work) {
	if w.kind != ReadStart || w.waiting {
		return
	}
	w.waiting = true
	r.changeWaiting(at, +1)
}

func (r *Recorder) changeWaiting(at time.Duration, by int) {
	r.waiting += by
	for _, s := range r.waiters {
		s.ObserveWaiters(at, r.waiting)
	}
}

// Reading returns how many reads are in progress.
func (r *Recorder) Reading() int { return r.reading }

func (r *Recorder) endRead(at time.Duration, w *Work) {
	r.reading--
	if w.waiting {
		w.waiting = false
		r.changeWaiting(at, -1)
	}
}
