package redis

import (
	"slices"
	"time"

	"stampede/internal/ordered"
	"stampede/sim"
)

// migration is a slot on its way to another shard: its keys go one by one, and
// until the last has gone both nodes serve it, each the keys that it has.
// (CLUSTER SETSLOT MIGRATING and IMPORTING, then MIGRATE key by key)
type migration struct {
	deployment *Deployment
	slot, to   int
	rest       []int // slots that follow it
	perKey     time.Duration
	finishing  bool // no key is left, and the table is about to change
}

// Migrate moves slots to another shard, one after another: each key takes perKey,
// and the end of each slot twice that. A slot that is there, or on
// its way, when its turn comes is left out.
func (d *Deployment) Migrate(slots []int, to int, perKey time.Duration) {
	if perKey <= 0 || d.slots == nil {
		panic("redis: Deployment.Migrate: it needs a cluster, and time")
	}
	(&migration{deployment: d, to: to, rest: slots, perKey: perKey}).next()
}

// next begins with the next slot, if there is one left.
func (m *migration) next() {
	d := m.deployment
	for i, slot := range m.rest {
		if d.slots.migrating[slot] == nil && d.ShardOfSlot(slot) != m.to {
			m.slot, m.rest, m.finishing = slot, m.rest[i+1:], false
			d.slots.migrating[slot] = m
			d.sim.Schedule(d.sim.Now()+m.perKey, sim.Fault, m)
			return
		}
	}
}

func (m *migration) source() *Node {
	return m.deployment.shards[m.deployment.ShardOfSlot(m.slot)].primary
}
func (m *migration) target() *Node { return m.deployment.shards[m.to].primary }

// Handle moves the next key, in the order of their names, or ends the migration.
func (m *migration) Handle() {
	d := m.deployment
	from, to := m.source(), m.target()
	if from.up && to.up {
		if key, ok := from.firstOf(m.slot); ok {
			from.moveTo(to.Server, key)
		} else if !m.finishing {
			m.finishing = true
		} else {
			from.forget(to.Server, from.goneFrom(m.slot))
			d.slots.move(m.slot, m.to)
			delete(d.slots.migrating, m.slot)
			m.next()
			return
		}
	}
	d.sim.Schedule(d.sim.Now()+m.perKey, sim.Fault, m)
}

// misplaced returns why a request about the migrating slot is not for node n.
func (m *migration) misplaced(n *Node, r *Request) error {
	keys := []string{r.Key}
	if r.Lock != "" {
		keys = append(keys, r.Lock)
	}
	has := func(key string) bool { return n.has(key) }
	switch n {
	case m.source():
		switch {
		case !slices.ContainsFunc(keys, has):
			// None is here: it has gone, or is new, and new ones are made there.
			n.forget(m.target().Server, keys)
			return &Redirect{Ask: true, Slot: m.slot, Node: m.target().index}
		case !all(keys, has):
			return ErrTryAgain
		}
		return nil
	case m.target():
		if !r.Asking {
			return m.deployment.moved(m.slot)
		}
		if len(keys) > 1 && !all(keys, has) {
			return ErrTryAgain
		}
		return nil
	}
	return m.deployment.moved(m.slot)
}

func all(keys []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { return !ok(key) })
}

// has tells whether the server has a living key.
func (s *Server) has(key string) bool { return s.keyspace.Peek(s.clock(), key) != nil }

// firstOf returns the first key of a slot, by name.
func (s *Server) firstOf(slot int) (first string, found bool) {
	for _, e := range s.keyspace.all {
		if Slot(e.key) == slot && (!found || e.key < first) {
			first, found = e.key, true
		}
	}
	return first, found
}

// moveTo moves a key to another server, with what is left of its TTL: to an observer
// its state is the same.
func (s *Server) moveTo(to *Server, key string) {
	e := s.keyspace.Peek(s.clock(), key)
	if e == nil { // it has expired
		return
	}
	f := effectOf(e)
	if f.Deadline != 0 {
		f.Deadline = to.clock() + max(f.Deadline-s.clock(), 1)
	}
	s.keyspace.remove(e, Deleted)
	delete(s.absences.keys, key) // it is not gone
	moved := to.keyspace.put(to.clock(), f.Key, f.Value, f.Deadline, f.trace)
	if moved.owner != 0 {
		to.watch(moved)
	}
}

// forget leaves it to another server to know why keys are gone.
func (s *Server) forget(to *Server, keys []string) {
	for _, key := range keys {
		gone, absent := s.absences.keys[key]
		if _, known := to.absences.keys[key]; absent && !known && to.keyspace.entries[key] == nil {
			to.absences.keys[key] = gone
		}
		delete(s.absences.keys, key)
	}
}

// goneFrom returns the keys of a slot of which the server knows why they are gone.
func (s *Server) goneFrom(slot int) []string {
	return slices.DeleteFunc(ordered.Keys(s.absences.keys), func(key string) bool { return Slot(key) != slot })
}
