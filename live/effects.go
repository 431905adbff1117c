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
		return t.onProcess(s, t.run.processes[s.process]), nil
	case fault.Redis:
		return t.onServers(ctx, s)
	}
	return t.run.origin.disturb(s, f), nil
}

func (t *troubles) onProcess(s *spell, p *process) (undo func()) {
	f := s.occurrence.Fault
	ways := [2]bool{f.Way != fault.Replies, f.Way != fault.Requests}
	switch f.Verb {
	case fault.Pause:
		return p.gate.pause()
	case fault.ShiftClock:
		p.clock.Add(int64(f.By))
		return func() { p.clock.Add(-int64(f.By)) }
	case fault.Delay:
		return p.wire.disturb(s, float64(f.By), ways, func(w *wire) *[2]dial { return &w.late })
	case fault.Drop:
		return p.wire.disturb(s, f.Percent/100, ways, func(w *wire) *[2]dial { return &w.lost })
	case fault.Partition:
		return p.wire.disturb(s, 1, ways, func(w *wire) *[2]dial { return &w.cut })
	}
	panic(fmt.Sprintf("live: a fault that cannot be: %v", f))
}
