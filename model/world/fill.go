package world

import (
	"math/bits"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// fill writes an entry of every key, as a load just finished would, or one some
// time ago.
func (w *world) fill() {
	cache := strategies.Cache{Env: w.apps[0], Options: w.options}
	ages := w.sim.Rand("start", "ages")
	for i, key := range w.keys {
		if i >= w.scenario.Keys-w.scenario.Origin.Absent {
			return
		}
		ttl := cache.TTL()
		if w.scenario.Start == scenario.Aged {
			left, _ := bits.Mul64(ages.Uint64(), uint64(ttl))
			ttl = max(time.Duration(left), time.Millisecond)
		}
		w.servers.Fill(&observe.Work{Key: int32(i)}, key, w.entry(1, 0), ttl)
	}
}

// entry returns an entry with a version of a value that the origin had at an
// instant. The load that it did not take would have taken the mean time.
func (w *world) entry(version uint64, at time.Duration) []byte {
	e := strategies.Entry{
		Data:  observe.Payload{Version: version, ReadAt: at}.Encode(),
		Delta: w.scenario.Origin.Recompute.Mean(),
	}
	return e.Encode()
}
