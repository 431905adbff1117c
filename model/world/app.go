package world

import (
	"stampede/model/fleet"
	"stampede/strategies"
)

// app is an application process with its strategy.
type app struct {
	*fleet.Process
	strategy strategies.Strategy
}

// renew gives the process a strategy that knows nothing of what was before.
func (w *world) renew(a *app) error {
	s, err := w.preset.New(a.Process, a.Load, w.options)
	a.strategy = s
	return err
}

// restart ends a crash.
func (w *world) restart(a *app) {
	if !a.Restart() {
		return
	}
	if err := w.renew(a); err != nil {
		panic("world: restart: " + err.Error()) // it was made before
	}
}

// upFrom returns the process that serves in place of process i: itself, or the
// next one that takes requests; nil if none does.
func (w *world) upFrom(i int) *app {
	for range w.apps {
		if a := w.apps[i]; a.Up() {
			return a
		}
		if i++; i == len(w.apps) {
			i = 0
		}
	}
	return nil
}
