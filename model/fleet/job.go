package fleet

import (
	"context"
	"slices"

	"stampede/model/observe"
)

// job is background work in progress.
type job struct {
	process *Process
	name    string
	work    *observe.Work
	ctx     context.Context // carries the work
	fn      func(context.Context)
}

// Go runs fn in the background. It is a job of its own, started by the work that
// ctx carries.
func (p *Process) Go(ctx context.Context, name string, fn func(context.Context)) {
	p.sim.CheckAlive()
	w := observe.WorkOf(ctx).NewJob()
	p.recorder.StartJob(p.sim.Now(), w)
	p.working++
	p.process.Start(&job{p, name, w, observe.WithWork(context.WithoutCancel(ctx), w), fn})
}

// Run does the work as a task of the process.
func (j *job) Run() {
	p := j.process
	j.fn(j.ctx)
	p.recorder.EndJob(p.sim.Now(), j.work)
	p.done()
}

func (j *job) String() string         { return j.name }
func (j *job) crashed() *observe.Work { return j.work }
func (j *job) lost()                  {}

// Nest adds a work that another of the process's waits for; done ends it. With a
// crash both end.
func (p *Process) Nest(w *observe.Work) (done func()) {
	p.nested = append(p.nested, w)
	return func() {
		i := slices.Index(p.nested, w)
		p.nested = slices.Delete(p.nested, i, i+1)
	}
}
