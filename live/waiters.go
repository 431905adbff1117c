package live

import (
	"context"

	"stampede/strategies"
)

// wait records that the work of ctx waits for what another does.
func (r *recorder) wait(ctx context.Context) { r.do(func() { r.events.Wait(ctx, r.at) }) }

// signal tells the recorder who waits for it.
type signal struct {
	strategies.Signal
	recorder observer
}

func (s signal) Wait(ctx context.Context) error {
	s.recorder.wait(ctx)
	return s.Signal.Wait(ctx)
}

// NewSignal returns a signal, observed.
func (p *process) NewSignal(what string) strategies.Signal {
	return signal{p.Env.NewSignal(what), p.recorder}
}

// subscription tells the recorder who waits for a message.
type subscription struct {
	strategies.Subscription
	recorder observer
}

func (s subscription) Wait(ctx context.Context) error {
	s.recorder.wait(ctx)
	return s.Subscription.Wait(ctx)
}
