package origin

import (
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/sim"
)

// values are the versions of the rows: on the primary, and on the replicas.
type values struct {
	keys, absent int
	primary      map[int32]uint64 // of keys that were written
	replicas     []replica
	next         int // the replica that serves the next load
	lag          workload.Duration
}

// replica is a copy of the rows from which loads are served.
type replica struct {
	versions map[int32]uint64 // of keys that were written
	applied  time.Duration    // when it has the latest write
	late     time.Duration    // how much longer writes take, through a fault
	random   *sim.Rand
}

func newValues(s *sim.Sim, o Options) values {
	v := values{keys: o.Keys, absent: o.Absent, primary: make(map[int32]uint64), lag: o.Lag}
	for i := range max(o.Replicas, 1) {
		purpose := "replication lag"
		if i > 0 {
			purpose = fmt.Sprintf("replication lag %d", i+1)
		}
		v.replicas = append(v.replicas, replica{versions: make(map[int32]uint64), random: s.Rand("origin", purpose)})
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

// read returns the version of a key on the replica whose turn it is.
func (v *values) read(key int32) uint64 {
	r := &v.replicas[v.next]
	if v.next++; v.next == len(v.replicas) {
		v.next = 0
	}
	return v.version(r.versions, key)
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
	for i := range v.replicas {
		o.replicate(&v.replicas[i], w.Key, n)
	}
	return n, nil
}

// replicate sends a write to a replica.
func (o *Origin) replicate(r *replica, key int32, version uint64) {
	now := o.sim.Now()
	r.applied = max(r.applied, now+o.values.lag.Draw(r.random)+r.late)
	if r.applied == now {
		r.versions[key] = version
		return
	}
	o.sim.Schedule(r.applied, sim.Arrival, sim.HandlerFunc(func() { r.versions[key] = version }))
}

// Replicas returns how many read replicas there are.
func (o *Origin) Replicas() int { return len(o.values.replicas) }

// SetLate makes writes take so much longer to a replica, from 0.
func (o *Origin) SetLate(replica int, late time.Duration) { o.values.replicas[replica].late = late }
