package world

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/sim"
)

// script makes the scripted clients do what is due. There is one event for all
// of them, so that at one instant the rows go in their order.
type script struct {
	world *world
	rows  []row
}

// row is a row of the scenario, and how far it has come.
type row struct {
	scenario.Client
	process int
	key     int
	next    time.Duration
	left    int // times
}

func (w *world) startClients() {
	s := &script{world: w}
	processes := w.scenario.ClientProcesses()
	for i, c := range w.scenario.Clients {
		times, _ := c.Ends(w.duration)
		s.rows = append(s.rows, row{
			Client: c, process: processes[i], key: max(c.Key, 1) - 1, next: time.Duration(c.At), left: times,
		})
	}
	s.schedule()
}

// schedule waits for the next row that is due.
func (s *script) schedule() {
	first := time.Duration(-1)
	for i := range s.rows {
		if r := &s.rows[i]; r.left > 0 && (first < 0 || r.next < first) {
			first = r.next
		}
	}
	if first >= 0 {
		s.world.sim.Schedule(first, sim.Client, s)
	}
}

// Handle does what is due.
func (s *script) Handle() {
	now := s.world.sim.Now()
	for i := range s.rows {
		r := &s.rows[i]
		if r.left == 0 || r.next > now {
			continue
		}
		r.left--
		r.next += time.Duration(r.Every)
		s.world.act(r)
	}
	s.schedule()
}

func (w *world) act(r *row) {
	switch r.Do {
	case scenario.Read:
		w.actRead(r)
	case scenario.WriteValue:
		w.startWrite(r.process, r.key, w.scenario.WriteRule(), true)
	case scenario.InvalidateKey:
		w.startWrite(r.process, r.key, scenario.Writes{Then: scenario.Invalidate}, false)
	}
}

// actRead begins a scripted read. It is not one of those that are reused, as it
// has a context of its own.
func (w *world) actRead(r *row) {
	ctx, now := context.Background(), w.sim.Now()
	if r.Cancel > 0 {
		own, cancel := w.sim.WithCancel(ctx)
		ctx = own
		w.sim.Schedule(now+time.Duration(r.Cancel), sim.Client, sim.HandlerFunc(cancel))
	}
	x := w.makeRead(ctx)
	x.begin, x.due, x.once = now, now, true
	x.start(r.process, r.key, observe.LoadScript{Takes: time.Duration(r.Load), Fails: r.Fails})
}
