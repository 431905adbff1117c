package observe

import (
	"context"
	"math"
	"time"

	"stampede/strategies"
)

// Work is a piece of work for one key: a read, or a background job that a read
// started. What happens is accounted to it; it travels in the context.
type Work struct {
	ID      uint64 // from 1, in the order of their starts
	Parent  uint64 // of a background job: the work that started it; else 0
	Process int32
	Key     int32 // index into the run's keys

	// Generation, Live and ExpiresAt are what its last look at the entry saw.
	Generation uint64
	Live       bool
	ExpiresAt  time.Duration // since the start of the run; Never if it lives for ever

	// Load is what a scripted client says of the loads that the work needs.
	Load LoadScript

	// Served is how many writes there were before the value that answers it, in a
	// world that has writes.
	Served uint64

	started       uint64 // the key's generation when the work began
	kind          Kind   // ReadStart, JobStart or WriteStart
	waiting       bool   // for a load
	recomputing   bool
	recomputeFrom time.Duration
}

// Never is when an entry expires that lives for ever.
const Never time.Duration = math.MaxInt64

// Remaining returns how long the entry that the work saw is still to live, as a TTL.
func (w *Work) Remaining(at time.Duration) time.Duration {
	if w.ExpiresAt == Never {
		return strategies.NoTTL
	}
	return w.ExpiresAt - at
}

// LoadScript says how a load goes that a scripted client needs.
type LoadScript struct {
	Takes time.Duration // once it has a connection; 0 lets the origin decide
	Fails bool          // in the end
}

// NewJob returns a background job that w starts: it is for the same key, and has
// seen what w has.
func (w *Work) NewJob() *Work {
	return &Work{
		Parent: w.ID, Process: w.Process, Key: w.Key,
		Generation: w.Generation, Live: w.Live, ExpiresAt: w.ExpiresAt, Load: w.Load,
	}
}

// Saw notes what the work's last look has found: an entry past its freshness is
// no living one, though Redis still has it.
func (w *Work) Saw(entry []byte, remaining time.Duration) {
	e, ok := strategies.DecodeEntry(entry)
	if !ok || e.Grace == 0 || remaining == strategies.NoTTL {
		return
	}
	w.ExpiresAt -= e.Grace
	w.Live = remaining >= e.Grace
}

type workKey struct{}

// WithWork returns a context that carries w.
func WithWork(ctx context.Context, w *Work) context.Context {
	return &workContext{ctx, w}
}

// workContext is its own type so that finding the work takes no allocation.
type workContext struct {
	context.Context
	work *Work
}

func (c *workContext) Value(key any) any {
	if key == (workKey{}) {
		return c.work
	}
	return c.Context.Value(key)
}

// WorkOf returns the work that ctx carries. Every operation of a run is
// somebody's work, so a context without one panics.
func WorkOf(ctx context.Context) *Work {
	w := workIn(ctx)
	if w == nil {
		panic("observe: WorkOf: a strategy must pass on the context it was given, or one derived from it")
	}
	return w
}

// workIn returns nil if ctx carries none.
func workIn(ctx context.Context) *Work {
	if c, ok := ctx.(*workContext); ok { // most often: no one has derived from it
		return c.work
	}
	w, _ := ctx.Value(workKey{}).(*Work)
	return w
}
