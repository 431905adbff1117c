package origin

import (
	"time"

	"stampede/model/observe"
	"stampede/sim"
)

// values are the versions of the rows: on the primary, and on the replicas.
type values struct {
	keys, absent  int
	primary, read map[int32]uint64 // of keys that were written; the same map without a lag
	applied       time.Duration    // when the replicas have the latest write
}

func newValues(o Options) values {
	v := values{keys: o.Keys, absent: o.Absent, primary: make(map[int32]uint64)}
	v.read = v.primary
	if o.Lag.Mean() > 0 {
		v.read = make(map[int32]uint64)
	}
	return v
}

// version returns the version of a key: 1 before its first write, 0 if there is
// no row.
func (v *values) version(versions map[int32]uint64, key int32) uint64 {
	if n, ok := versions[key]; ok {
		return n
	}
	if int(key) >= v.keys-v.absent && v.absent > 0 {
		return 0
	}
	return 1
}

// Version returns the version of a key on the primary; 0 if it has no row.
func (o *Origin) Version(key int32) uint64 { return o.values.version(o.values.primary, key) }

// Write makes a new version of the work's key, now, and returns it.
func (o *Origin) Write(w *observe.Work) (uint64, error) {
	o.sim.CheckAlive()
	if err := o.trouble.refusal(); err != nil {
		o.emit(w, observe.Event{Kind: observe.OriginRefused})
		return 0, err
	}
	v := &o.values
	n := v.version(v.primary, w.Key) + 1
	v.primary[w.Key] = n
	o.emit(w, observe.Event{Kind: observe.Written, Generation: n})
	if o.lag.Mean() > 0 {
		v.applied = max(v.applied, o.sim.Now()+o.lag.Draw(o.lagging))
		key := w.Key
		o.sim.Schedule(v.applied, sim.Arrival, sim.HandlerFunc(func() { v.read[key] = n }))
	}
	return n, nil
}
