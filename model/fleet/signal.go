package fleet

import (
	"context"

	"stampede/sim"
	"stampede/strategies"
)

// NewSignal returns a signal in virtual time.
func (p *Process) NewSignal(what string) strategies.Signal {
	p.sim.CheckAlive()
	return signal{p.sim.NewSignal(what), p}
}

// signal tells the recorder who waits for it.
type signal struct {
	*sim.Signal
	process *Process
}

func (s signal) Wait(ctx context.Context) error {
	s.process.recorder.Wait(ctx, s.process.sim.Now())
	return s.Signal.Wait(ctx)
}
