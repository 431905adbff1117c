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
		r.reads.Go(func() { r.row(ctx, processes[i], c) })
	}
}

// row does what one row says, as often as it says. Its instants are fixed ahead.
func (r *run) row(ctx context.Context, process int, c scenario.Client) {
	times, _ := c.Ends(time.Duration(r.scenario.Duration))
	for i := range times {
		due := time.Duration(c.At) + time.Duration(i)*time.Duration(c.Every)
		if sleep(ctx, due-r.recorder.now()) != nil {
			return
		}
		key := max(c.Key, 1) - 1
		r.reads.Go(func() {
			switch c.Do {
			case scenario.WriteValue:
				r.write(process, key, r.scenario.WriteRule())
				return
			case scenario.InvalidateKey:
				r.invalidate(process, key)
				return
			}
			life, cancel := context.WithCancel(r.life)
			defer cancel()
			if c.Cancel > 0 {
				defer time.AfterFunc(time.Duration(c.Cancel), cancel).Stop()
			}
			r.read(life, process, readRequest{
				Key: key, Due: due, Load: observe.LoadScript{Takes: time.Duration(c.Load), Fails: c.Fails},
			})
		})
	}
}
