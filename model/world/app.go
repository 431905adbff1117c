package world

import (
	"stampede/model/fleet"
	"stampede/model/network"
	"stampede/strategies"
)

// app is an application process with its strategy.
type app struct {
	*fleet.Process
	strategy strategies.Strategy
}

// links returns the process's links to a server of Redis, from 1; 0 is to all
// servers, those for a Redlock too.
func (a *app) links(server int) []*network.Link {
	all := a.Networks()
	if server > 0 {
		return []*network.Link{all[0].Link(server - 1)}
	}
	var links []*network.Link
	for _, c := range all {
		links = append(links, c.Links()...)
	}
	return links
}

// renew gives the process a strategy that knows nothing of what was before.
func (w *world) renew(a *app) error {
	s, err := w.preset.New(a.Process, w.loader(a), w.options)
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

// upFrom returns the process that serves in place of process i: itself, or else
// one of the others that take requests, which share what it cannot; nil if none
// does.
func (w *world) upFrom(i int) *app {
	if a := w.apps[i]; a.Up() {
		return a
	}
	n := len(w.apps)
	if n > 1 {
		i = (i + 1 + w.detours%(n-1)) % n
		w.detours++
	}
	for range n {
		if a := w.apps[i]; a.Up() {
			return a
		}
		if i++; i == n {
			i = 0
		}
	}
	return nil
}
