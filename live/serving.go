package live

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
)

// database is the origin, as a process has it.
type database interface {
	load(ctx context.Context, w *observe.Work) ([]byte, error)
	write(w *observe.Work) error
	// renewed returns the value that the work's key has now, or so many writes
	// ahead.
	renewed(w *observe.Work, ahead int) ([]byte, error)
}

func (p *process) up() bool { return true }

// read does a read, once the process is not paused.
func (p *process) read(ctx context.Context, q readRequest) {
	p.gate.pass(p.life)
	w := &observe.Work{ID: q.ID, Process: int32(p.Index), Key: int32(q.Key), Load: q.Load}
	p.recorder.startRead(w)
	v, err := p.strategy.Get(observe.WithWork(ctx, w), p.keys[q.Key])
	p.recorder.endRead(w, q.Due, observe.Answer{Value: v, Err: err, GaveUp: ctx.Err() != nil})
}

// load is the way of the process's strategy to the origin. The key is that of the
// work in ctx.
func (p *process) load(ctx context.Context, _ string) ([]byte, error) {
	w := observe.WorkOf(ctx)
	p.recorder.startLoad(w)
	data, err := p.origin.load(ctx, w)
	p.recorder.endLoad(w, err != nil)
	p.gate.pass(p.life)
	return data, err
}

// fill returns an entry for each value, as a load just finished would write it.
func (p *process) fill(values [][]byte) ([]fill, error) {
	filled := make([]fill, len(values))
	for i, data := range values {
		filled[i].Entry, filled[i].TTL = p.entry(data)
	}
	return filled, nil
}

func (p *process) entry(data []byte) ([]byte, time.Duration) {
	return p.preset.Choices.Fill(p, p.preset.Options(p.role.Options), data, p.Recompute)
}

// writing is a write in progress. It belongs to no strategy: it is what the
// application does beside it.
type writing struct {
	writeRequest
	process *process
	work    *observe.Work
	ctx     context.Context // carries the work
}

// write does a write, once the process is not paused.
func (p *process) write(q writeRequest) {
	p.gate.pass(p.life)
	w := &observe.Work{ID: q.ID, Process: int32(p.Index), Key: int32(q.Key)}
	x := &writing{writeRequest: q, process: p, work: w, ctx: observe.WithWork(p.life, w)}
	p.recorder.startWrite(w)
	err := x.steps()
	p.recorder.endWrite(w, err != nil)
}

func (x *writing) steps() error {
	if !x.Value {
		return x.toCache()
	}
	steps := [2]func() error{x.toOrigin, x.toCache}
	if x.Order == scenario.CacheFirst {
		steps[0], steps[1] = steps[1], steps[0]
	}
	if err := steps[0](); err != nil {
		return err
	}
	if err := x.process.Sleep(x.ctx, x.Gap); err != nil {
		return err
	}
	return steps[1]()
}

func (x *writing) toOrigin() error {
	if err := x.process.Sleep(x.ctx, x.Took); err != nil {
		return err
	}
	return x.process.origin.write(x.work)
}

func (x *writing) toCache() error {
	p, key := x.process, x.process.keys[x.work.Key]
	switch x.Then {
	case scenario.Invalidate:
		return p.strategy.Invalidate(x.ctx, key)
	case scenario.WriteThrough:
		ahead := 0
		if x.Order == scenario.CacheFirst {
			ahead = 1
		}
		data, err := p.origin.renewed(x.work, ahead)
		if err != nil {
			return err
		}
		entry, ttl := p.entry(data)
		return p.Redis().Set(x.ctx, key, entry, ttl)
	}
	return nil
}
