package live

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
)

// application is one application process, as the run drives it: a [process], which
// is goroutines of this one, or a [peer], which is one of the operating system's.
type application interface {
	// connect opens the connections that it will need at once, so that no read
	// pays for them.
	connect(ctx context.Context) error
	// up tells whether it takes requests. One that is paused does: no one knows.
	up() bool
	// read and write do what is asked, and record it. They return when that is
	// over, be it by a crash. The context of a read is its client's.
	read(ctx context.Context, q readRequest)
	write(q writeRequest)
	// fill returns the entries, as its strategy would write them now.
	fill(values [][]byte) ([]fill, error)
	// pause freezes it, until all that did have let it go on.
	pause() (resume func(), err error)
	// shiftClock sets its clock ahead, or back.
	shiftClock(by time.Duration)
	// Close waits for background work, until ctx is done, and then cancels it.
	Close(ctx context.Context) error
	// close ends it, for good. It may be called again.
	close()
}

// readRequest asks for a read. What it waited for since it was due is part of its
// latency.
type readRequest struct {
	ID   uint64 // for a peer
	Key  int
	Due  time.Duration
	Load observe.LoadScript // what a scripted client says of the loads
}

// writeRequest asks for a write to the origin, with what it does to the cache.
// Without a value it only does to the cache what a write does.
type writeRequest struct {
	ID        uint64 // for a peer
	Key       int
	Value     bool
	Then      scenario.Then
	Order     scenario.Order
	Took, Gap time.Duration
}

// upFrom returns the process that serves in place of process i: itself, or else one
// of the others that take requests, which share what it cannot; nil if none does.
func (r *run) upFrom(i int) application {
	n := len(r.processes)
	if a := r.processes[i%n]; a.up() {
		return a
	}
	if n > 1 {
		i += 1 + int(r.detours.Add(1)-1)%(n-1)
	}
	for range n {
		if a := r.processes[i%n]; a.up() {
			return a
		}
		i++
	}
	return nil
}

// read has process i read a key, or one in its place. It tells whether there was
// one: otherwise the read fails at once.
func (r *run) read(ctx context.Context, i int, q readRequest) (served bool) {
	if a := r.upFrom(i); a != nil {
		a.read(ctx, q)
		return true
	}
	w := &observe.Work{Process: observe.NoOne, Key: int32(q.Key)}
	r.recorder.do(func() {
		r.recorder.events.StartRead(r.recorder.at, w)
		r.recorder.events.EndRead(r.recorder.at, w, observe.Error, r.recorder.at-q.Due, -1)
	})
	return false
}

// write has process i write a key, or one in its place; without one it does not
// happen.
func (r *run) write(i, key int, how scenario.Writes) {
	r.change(i, writeRequest{Key: key, Value: true, Then: how.Then, Order: how.Order}, how.Took, how.Gap)
}

// invalidate has it delete an entry.
func (r *run) invalidate(i, key int) {
	r.change(i, writeRequest{Key: key, Then: scenario.Invalidate}, workload.Duration{}, workload.Duration{})
}

func (r *run) change(i int, q writeRequest, took, gap workload.Duration) {
	q.Took, q.Gap = took.Draw(r.pauses), gap.Draw(r.pauses)
	if a := r.upFrom(i); a != nil {
		a.write(q)
	}
}

// sleep waits for d, or until ctx is done, and then returns its error.
func sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
