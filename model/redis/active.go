package redis

import (
	"time"

	"stampede/sim"
)

// ActivePeriod is how long it is from one cycle of active expiry to the next.
const ActivePeriod = 100 * time.Millisecond

// A cycle looks at so many keys at a time, and goes on while more than a tenth of
// them had expired. (expire.c; the real one also stops after a quarter of its
// period, and goes through its table by a cursor.)
const activeSamples = 20

// ExpireSome is one cycle of active expiry: it samples the keys with a deadline
// and removes those that have passed. A replica's are left to its primary.
func (k *Keyspace) ExpireSome(now int64) {
	if k.replica {
		return
	}
	for {
		expired, looks := 0, min(activeSamples, len(k.volatile))
		for range looks {
			if len(k.volatile) == 0 {
				return
			}
			if e := k.volatile[k.random.IntN(len(k.volatile))]; e.expired(now) {
				k.expire(e)
				expired++
			}
		}
		if expired*10 <= looks {
			return
		}
	}
}

// active runs the cycles of active expiry in virtual time, as long as there are
// keys with a deadline: an idle server leaves nothing in the queue of the run.
type active struct {
	server    *Server
	scheduled bool
}

// wake starts the cycles if they do not run.
func (a *active) wake() {
	if !a.scheduled && len(a.server.keyspace.volatile) > 0 {
		a.scheduled = true
		a.server.sim.Schedule(a.server.sim.Now()+ActivePeriod, sim.Expiry, a)
	}
}

// Handle runs a cycle.
func (a *active) Handle() {
	a.scheduled = false
	a.server.keyspace.ExpireSome(a.server.clock())
	a.wake()
}
