package world

import (
	"fmt"
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/network"
)

// effects are what the faults in progress do. Faults of one kind may overlap:
// what they do to the origin or to a link follows from all of them.
type effects struct {
	world                                        *world
	slowness, failing, outages, capacity, limits dial
	links                                        []linkDials // by process
	drifts                                       []dial      // by process
	nodes                                        []nodeDials
}

// linkDials is what is wrong between a process and Redis, for requests and for
// replies.
type linkDials struct{ late, lost, cut [2]dial }

// nodeDials is what is wrong with a Redis server.
type nodeDials struct{ downs, drift, squeezed, severed dial }

func newEffects(w *world) effects {
	return effects{
		world: w, links: make([]linkDials, len(w.apps)), drifts: make([]dial, len(w.apps)),
		nodes: make([]nodeDials, len(w.servers.Nodes())),
	}
}

// apply lets a fault take effect, and returns what ends it.
func (t *troubles) apply(s *spell) (undo func()) {
	switch s.occurrence.Fault.To.Class() {
	case fault.Processes:
		return t.onProcess(s, t.world.apps[s.process])
	case fault.Redis:
		return t.onRedis(s)
	}
	return t.onOrigin(s)
}

func (t *troubles) onProcess(s *spell, a *app) (undo func()) {
	switch f := s.occurrence.Fault; f.Verb {
	case fault.Crash:
		a.Crash()
		return func() { t.world.restart(a) }
	case fault.Restart:
		return t.drain(s, a)
	case fault.Pause:
		a.Pause()
		return a.Resume
	case fault.ShiftClock:
		a.ShiftClock(f.By)
		return func() { a.ShiftClock(-f.By) }
	case fault.Drift:
		d := &t.drifts[s.process]
		return d.turn(s, float64(f.By), func() { a.SetDrift(int64(d.sum())) })
	case fault.Delay:
		return t.disturb(s, a, float64(f.By), func(l *linkDials) *[2]dial { return &l.late })
	case fault.Drop:
		return t.disturb(s, a, f.Percent/100, func(l *linkDials) *[2]dial { return &l.lost })
	case fault.Partition:
		return t.disturb(s, a, 1, func(l *linkDials) *[2]dial { return &l.cut })
	default:
		panic(unexpected(f))
	}
}

// drain restarts a process once it has nothing to do.
func (t *troubles) drain(s *spell, a *app) (undo func()) {
	down := false
	a.Drain(func() {
		if !slices.Contains(t.active, s) {
			return
		}
		down = true
		a.Crash()
		if s.occurrence.For == 0 {
			t.end(s)
		} else {
			t.endLater(s)
		}
	})
	return func() {
		if a.Undrain(); down {
			t.world.restart(a)
		}
	}
}

// disturb changes a dial of each way that the fault is about, and tells the
// links.
func (t *troubles) disturb(s *spell, a *app, value float64, of func(*linkDials) *[2]dial) (undo func()) {
	l := &t.links[s.process]
	tell := func() {
		for i := range t.world.servers.Nodes() {
			link := a.Network().Link(i)
			link.SetLoss(network.Loss{Request: l.lost[0].max(), Reply: l.lost[1].max()})
			link.SetDelay(time.Duration(l.late[0].sum()), time.Duration(l.late[1].sum()))
			link.Cut(l.cut[0].on(), l.cut[1].on())
		}
	}
	var undos []func()
	for i := range of(l) {
		if way := s.occurrence.Fault.Way; way == fault.BothWays || int(way) == i+1 {
			undos = append(undos, of(l)[i].turn(s, value, tell))
		}
	}
	return func() {
		for _, undo := range undos {
			undo()
		}
	}
}

func (t *troubles) onOrigin(s *spell) (undo func()) {
	o := t.world.origin
	switch f := s.occurrence.Fault; f.Verb {
	case fault.Slow:
		return t.slowness.turn(s, f.Factor, func() { o.SetSlowness(t.slowness.product()) })
	case fault.Fail:
		return t.failing.turn(s, part(f), func() { o.SetFailing(t.failing.max()) })
	case fault.Outage:
		return t.outages.turn(s, 1, func() { o.SetDown(t.outages.on()) })
	case fault.BrownOut:
		return t.capacity.turn(s, 1-f.Percent/100, func() { o.SetCapacity(1 - t.capacity.max()) })
	case fault.Limit:
		return t.limits.turn(s, f.Rate, func() {
			if t.limits.on() {
				o.SetRate(t.limits.min(), t.world.scenario.Origin.Burst)
			} else {
				o.ResetRate()
			}
		})
	default:
		panic(unexpected(f))
	}
}

// part is the share that a fault concerns: all, unless it says one.
func part(f *fault.Fault) float64 {
	if f.Percent == 0 {
		return 1
	}
	return f.Percent / 100
}

func unexpected(f *fault.Fault) string { return fmt.Sprintf("world: a fault that cannot be: %v", f) }
