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
	ages := w.sim.Rand("start", "ages")
	_, grace := w.preset.Choices.Graces(w.preset.Options(w.options))
	for i, key := range w.keys {
		if i >= w.scenario.Keys-w.scenario.Origin.Absent {
			return
		}
		entry, ttl := w.entry(1, 0)
		if w.scenario.Start == scenario.Aged && ttl != strategies.NoTTL {
			// Under traffic an entry that is past its freshness is soon replaced.
			past := min(grace, ttl)
			left, _ := bits.Mul64(ages.Uint64(), uint64(ttl-past))
			ttl = max(time.Duration(left)+past, time.Millisecond)
		}
		w.servers.Fill(&observe.Work{Key: int32(i)}, key, entry, ttl)
	}
}

// entry returns an entry with a version of a value that the origin had at an
// instant, and its TTL. The load that it did not take would have taken the mean
// time.
func (w *world) entry(version uint64, at time.Duration) ([]byte, time.Duration) {
	data := observe.Payload{Version: version, ReadAt: at}.Encode()
	return w.preset.Choices.Fill(w.apps[0], w.preset.Options(w.options), data, w.scenario.Origin.Recompute.Mean())
}
