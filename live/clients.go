package live

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
)

// clients lets the scripted clients do what is due.
func (r *run) clients(ctx context.Context) {
	processes := r.scenario.ClientProcesses()
	for i, c := range r.scenario.Clients {
		p := r.processes[processes[i]]
		r.reads.Go(func() { r.row(ctx, p, c) })
	}
}

// row does what one row says, as often as it says. Its instants are fixed ahead.
func (r *run) row(ctx context.Context, p *process, c scenario.Client) {
	times, _ := c.Ends(time.Duration(r.scenario.Duration))
	for i := range times {
		due := time.Duration(c.At) + time.Duration(i)*time.Duration(c.Every)
		if p.Sleep(ctx, due-r.recorder.now()) != nil {
			return
		}
		key := max(c.Key, 1) - 1
		r.reads.Go(func() {
			if c.Do == scenario.InvalidateKey {
				r.invalidate(p, key)
				return
			}
			life, cancel := context.WithCancel(r.life)
			defer cancel()
			if c.Cancel > 0 {
				defer time.AfterFunc(time.Duration(c.Cancel), cancel).Stop()
			}
			r.readWith(life, p, due, observe.Work{
				Key: int32(key), Load: observe.LoadScript{Takes: time.Duration(c.Load), Fails: c.Fails},
			})
		})
	}
}

// invalidate deletes an entry.
func (r *run) invalidate(p *process, key int) {
	w := &observe.Work{Process: p.index, Key: int32(key)}
	rec := r.recorder
	var begin time.Duration
	rec.do(func() {
		begin = rec.at
		rec.events.StartWrite(begin, w)
	})
	_, err := p.Redis().Delete(observe.WithWork(r.life, w), r.keys[key])
	rec.do(func() { rec.events.EndWrite(rec.at, w, rec.at-begin, err != nil) })
}
