package world

import (
	"context"

	"stampede/model/observe"
	"stampede/strategies"
)

// loader returns how a process loads: from the origin; and for the first key of a
// scenario with nested loads, it reads the last key through the cache before
// that.
func (w *world) loader(a *app) strategies.Loader {
	if !w.scenario.Origin.Nested || len(w.keys) < 2 {
		return a.Load
	}
	return func(ctx context.Context, key string) ([]byte, error) {
		if outer := observe.WorkOf(ctx); outer.Key == 0 {
			if err := w.readNested(ctx, a, outer); err != nil {
				return nil, err
			}
		}
		return a.Load(ctx, key)
	}
}

// readNested is a read that a load waits for.
func (w *world) readNested(ctx context.Context, a *app, outer *observe.Work) error {
	begin := w.sim.Now()
	inner := &observe.Work{Parent: outer.ID, Process: outer.Process, Key: int32(len(w.keys) - 1)}
	w.recorder.StartRead(begin, inner)
	done := a.Nest(inner)
	v, err := a.strategy.Get(observe.WithWork(ctx, inner), w.keys[inner.Key])
	now := w.sim.Now()
	inner.Served = observe.WritesBefore(v)
	w.recorder.Answer(inner, observe.Answer{Value: v, Err: err, GaveUp: ctx.Err() != nil})
	w.recorder.EndRead(now, inner, observe.ClassOf(v, err), now-begin, observe.AgeOf(now, v, err))
	done()
	return err
}
