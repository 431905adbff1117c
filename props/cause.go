package props

import (
	"fmt"
	"slices"
	"time"

	"stampede/internal/ordered"
	"stampede/model/fault"
	"stampede/model/observe"
)

// Cause says why a lock was gone before the work that took it was done.
type Cause string

// The causes. They are told apart by what happened while the lock was held, not by
// what its holder believes: an expiry is a pause only if the holder stood still,
// and an eviction or a failover is no expiry.
const (
	Expiry        Cause = "expiry"         // it outlived its TTL
	Pause         Cause = "pause"          // it outlived its TTL, and meanwhile its holder's process stood still
	LostMessages  Cause = "lost messages"  // it outlived its TTL, as its renewals did not get through
	WrongClock    Cause = "wrong clock"    // it outlived its TTL by a server's clock that was wrong
	ForeignDelete Cause = "foreign delete" // another acquisition deleted it
	Eviction      Cause = "eviction"       // it had to make room
	Flush         Cause = "flush"          // all keys were removed
	Failover      Cause = "failover"       // the server that took over did not have it
	Restart       Cause = "restart"        // the server came back without it
)

// loss is a lock that was gone before the work that took it was done.
type loss struct {
	Cause Cause
	At    time.Duration
	Work  uint64 // whose lock it was
	By    uint64 // ForeignDelete: the work that deleted it
}

// String tells the loss in a line.
func (l loss) String() string {
	switch l.Cause {
	case Pause:
		return fmt.Sprintf("%s: the process of work %d stood still, and its lock ran out at %s", l.Cause, l.Work, at(l.At))
	case LostMessages:
		return fmt.Sprintf("%s: work %d could not renew its lock, which ran out at %s", l.Cause, l.Work, at(l.At))
	case ForeignDelete:
		return fmt.Sprintf("%s: work %d deleted the lock of work %d at %s", l.Cause, l.By, l.Work, at(l.At))
	case Expiry, WrongClock:
		return fmt.Sprintf("%s: the lock of work %d ran out at %s, while that was at work", l.Cause, l.Work, at(l.At))
	}
	return fmt.Sprintf("%s: the lock of work %d was dropped at %s", l.Cause, l.Work, at(l.At))
}

// causes watches what becomes of the locks of the works in progress.
type causes struct {
	run    Run
	works  *works
	held   map[uint64]hold // by work: the lock that it took last
	losses []lossOf        // the latest of each work, in the order they came
	spells []spell         // faults in progress
}

// hold is a lock that a work in progress has taken, and what has befallen it.
type hold struct {
	process int32
	faults  []fault.Kind
}

type lossOf struct {
	loss
	key int32
}

type spell struct {
	kind    fault.Kind
	process int32 // NoOne is a server
	number  int32
}

func newCauses(r Run, works *works) *causes {
	return &causes{run: r, works: works, held: make(map[uint64]hold)}
}

func (c *causes) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.FaultStart && int(e.Count) < len(c.run.Threats):
		c.begin(spell{c.run.Threats[e.Count], e.Process, e.Count})
	case k == observe.FaultEnd:
		if i := slices.IndexFunc(c.spells, func(s spell) bool { return s.number == e.Count && s.process == e.Process }); i >= 0 {
			c.spells = slices.Delete(c.spells, i, i+1)
		}
	case k == observe.LockAcquired && c.works.has(e.Work):
		h := hold{process: e.Process}
		for _, s := range c.spells {
			h = h.meeting(s)
		}
		c.held[e.Work] = h
	case unlocks.has(k) && k != observe.LockReleased:
		c.lose(e)
	case overs.has(k):
		delete(c.held, e.Work)
		c.losses = slices.DeleteFunc(c.losses, func(l lossOf) bool { return l.Work == e.Work })
	}
}

func (c *causes) begin(s spell) {
	c.spells = append(c.spells, s)
	for _, work := range ordered.Keys(c.held) {
		c.held[work] = c.held[work].meeting(s)
	}
}

func (h hold) meeting(s spell) hold {
	if s.process == observe.NoOne || s.process == h.process {
		h.faults = append(h.faults, s.kind)
	}
	return h
}

func (c *causes) lose(e *observe.Event) {
	if !c.works.has(e.Other) {
		return
	}
	l := loss{Cause: c.why(e), At: e.At, Work: e.Other}
	if l.Cause == ForeignDelete {
		l.By = e.Work
	}
	c.losses = slices.DeleteFunc(c.losses, func(l lossOf) bool { return l.Work == e.Other })
	c.losses = append(c.losses, lossOf{l, e.Key})
}

// dropped says why a lock was dropped.
var dropped = map[observe.Cause]Cause{
	observe.Evicted: Eviction, observe.Flushed: Flush, observe.Failover: Failover, observe.Restarted: Restart,
}

func (c *causes) why(e *observe.Event) Cause {
	switch e.Kind {
	case observe.LockForeignDelete:
		return ForeignDelete
	case observe.LockDropped:
		return dropped[e.Cause]
	}
	befell := c.held[e.Other].faults
	switch {
	case slices.Contains(befell, fault.Kind{Verb: fault.Pause, On: fault.Processes}):
		return Pause
	case c.run.Choices.Watchdog && slices.ContainsFunc(befell, hinders):
		return LostMessages
	case slices.ContainsFunc(befell, func(k fault.Kind) bool { return slices.Contains(wrongServerClock, k) }):
		return WrongClock
	}
	return Expiry
}

// hinders tells whether a fault may keep a renewal from coming in time.
func hinders(k fault.Kind) bool {
	return slices.Contains(inDoubt, k) || slices.Contains(standstill, k)
}

// of returns the loss that an event comes from: of the lock of its own work, of
// the one that it is done to, or else the latest of its key. That a lock is deleted
// is a loss that comes from another.
func (c *causes) of(e *observe.Event) (loss, bool) {
	of := []uint64{e.Work, e.Other}
	if e.Kind == observe.LockForeignDelete {
		of = of[:1]
	}
	for _, work := range of {
		for _, l := range c.losses {
			if work != 0 && l.Work == work {
				return l.loss, true
			}
		}
	}
	for _, l := range slices.Backward(c.losses) {
		if l.key == e.Key && e.Kind != observe.LockForeignDelete {
			return l.loss, true
		}
	}
	return loss{}, false
}
