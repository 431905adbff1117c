package fault

import (
	"slices"

	"stampede/model/observe"
)

// Holders are the locks that are held, as events tell of them.
type Holders struct{ held []holder } // in the order they were taken

type holder struct {
	work    uint64
	process int32
}

// Observe follows the locks.
func (h *Holders) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.LockAcquired:
		h.held = append(h.held, holder{e.Work, e.Process})
	case observe.LockReleased, observe.LockExpired, observe.LockForeignDelete, observe.LockDropped:
		if i := slices.IndexFunc(h.held, func(l holder) bool { return l.work == e.Other }); i >= 0 {
			h.held = slices.Delete(h.held, i, i+1)
		}
	}
}

// Befallen returns the processes that the occurrence befalls, given who holds locks
// now and whose doing has started it; NoOne stands for a target that is no process.
func (o *Occurrence) Befallen(h *Holders, actor int32) []int32 {
	switch to := o.Fault.To; {
	case to.Class() != Processes:
		return []int32{observe.NoOne}
	case to.Who == Actor && actor >= 0:
		return []int32{actor}
	case to.Who == LockHolder && len(h.held) > 0:
		return []int32{h.held[len(h.held)-1].process}
	}
	var all []int32
	for _, p := range o.Processes {
		all = append(all, int32(p))
	}
	return all
}
