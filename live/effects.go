package live

import (
	"context"
	"fmt"

	"stampede/model/fault"
)

// apply lets a fault take effect, and returns what ends it.
func (t *troubles) apply(ctx context.Context, s *spell) (undo func(), err error) {
	f := s.occurrence.Fault
	switch f.To.Class() {
	case fault.Processes:
		return t.onProcess(s)
	case fault.Redis:
		return t.onServers(ctx, s)
	}
	return t.run.origin.disturb(s, f), nil
}

// restart ends a crash, unless the run is over.
func (t *troubles) restart(restart func(context.Context) error) {
	ctx, cancel := context.WithTimeout(t.run.over, faultLimit)
	defer cancel()
	if ctx.Err() != nil {
		return
	}
	if err := restart(ctx); err != nil {
		t.run.watch.fails(err)
	}
}

func (t *troubles) onProcess(s *spell) (undo func(), err error) {
	f, p, w := s.occurrence.Fault, t.run.processes[s.process], t.run.wires[s.process]
	ways := [2]bool{f.Way != fault.Replies, f.Way != fault.Requests}
	switch f.Verb {
	case fault.Crash:
		restart := p.(*peer).crash()
		return func() { t.restart(restart) }, nil
	case fault.Pause:
		return p.pause()
	case fault.ShiftClock:
		p.shiftClock(f.By)
		return func() { p.shiftClock(-f.By) }, nil
	case fault.Delay:
		return w.disturb(s, float64(f.By), ways, func(w *wire) *[2]dial { return &w.late }), nil
	case fault.Drop:
		return w.disturb(s, f.Percent/100, ways, func(w *wire) *[2]dial { return &w.lost }), nil
	case fault.Partition:
		return w.disturb(s, 1, ways, func(w *wire) *[2]dial { return &w.cut }), nil
	}
	panic(fmt.Sprintf("live: a fault that cannot be: %v", f))
}
