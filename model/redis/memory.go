package redis

import "fmt"

// Memory limits what a keyspace holds. The zero value is no limit.
type Memory struct {
	// MaxBytes is the most that the entries may take up, as Keyspace.Used counts
	// it. As on a real server, a write may exceed it, and the next command
	// makes room first.
	MaxBytes int64
	// MaxKeys is the most entries there may be: room for a new one is made
	// before it is written. It is for experiments in which all entries are alike.
	MaxKeys int
	// Policy says which entries have to go.
	Policy Policy
	// Samples is how many entries the server looks at for each that has to go; 0
	// stands for 5.
	Samples int
	// Exact gives up the entry that is really the first by the policy, which no
	// real server can afford to know. It is to compare with.
	Exact bool
	// LFULogFactor is how slowly the counter of uses grows, and LFUDecayMinutes
	// is how often it loses one; 0 stands for 10 and for 1.
	LFULogFactor    int
	LFUDecayMinutes int
}

func (m Memory) withDefaults() Memory {
	if m.Samples == 0 {
		m.Samples = 5
	}
	if m.LFULogFactor == 0 {
		m.LFULogFactor = 10
	}
	if m.LFUDecayMinutes == 0 {
		m.LFUDecayMinutes = 1
	}
	return m
}

// Validate reports the first setting that is out of its range.
func (m Memory) Validate() error {
	m = m.withDefaults()
	for _, c := range []struct {
		name  string
		value int64
	}{
		{"max bytes", m.MaxBytes},
		{"max keys", int64(m.MaxKeys)},
		{"samples", int64(m.Samples)},
		{"lfu log factor", int64(m.LFULogFactor)},
		{"lfu decay", int64(m.LFUDecayMinutes)},
	} {
		if c.value < 0 {
			return fmt.Errorf("%s is %d; accepted is 0 or more", c.name, c.value)
		}
	}
	if int(m.Policy) >= len(policies) {
		return fmt.Errorf("policy is %d; accepted is one of the constants", m.Policy)
	}
	return nil
}

// memory is what a keyspace takes up, and what it does about that.
type memory struct {
	Memory
	used    int64 // bytes
	evictor evictor
}

// What an entry takes up, in bytes, besides its key and value. The real server's
// figures depend on its allocator and on the size of its tables; these are right
// to about a tenth.
const (
	entryOverhead    = 96 // table entry, share of the table, object, two string headers
	deadlineOverhead = 50 // the entry in the table of deadlines
	fieldOverhead    = 4
)

func (e *Entry) size() int64 {
	size := entryOverhead + int64(len(e.key)+len(e.value.bytes))
	if e.deadline != 0 {
		size += deadlineOverhead
	}
	if e.value.hash != nil {
		size += e.value.hash.size()
	}
	return size
}

// Used returns the bytes that the entries take up, by a simple model of a real
// server's.
func (k *Keyspace) Used() int64 { return k.memory.used }

// Limit sets the limit and the policy, from now on. What was known of the entries'
// use is forgotten.
func (k *Keyspace) Limit(now int64, m Memory) {
	k.memory.Memory = m.withDefaults()
	k.memory.evictor = nil
	if m.limited() {
		k.memory.evictor = newEvictor(k)
	}
	if k.memory.evictor != nil {
		for _, e := range k.all {
			e.exact = nil
			k.memory.evictor.added(now, e)
		}
	}
}

// Squeeze leaves a share of the limit that the server was given, above 0, up to
// 1, and makes room at once, as CONFIG SET maxmemory does. What is known of the
// entries' use stays known.
func (s *Server) Squeeze(given Memory, share float64) {
	k := s.keyspace
	k.memory.MaxBytes = squeezed(given.MaxBytes, share)
	k.memory.MaxKeys = int(squeezed(int64(given.MaxKeys), share))
	_ = k.MakeRoom(s.clock(), false, 0) // it asks for no more memory, so it is not refused
}

// squeezed returns a share of a limit: at least 1, since 0 would be no limit.
func squeezed(limit int64, share float64) int64 {
	if limit == 0 {
		return 0
	}
	return max(int64(float64(share*float64(limit))), 1)
}

func (m *Memory) limited() bool { return m.MaxBytes > 0 || m.MaxKeys > 0 }

// missing returns how many entries a write of the key would add.
func (k *Keyspace) missing(key string) int {
	if k.entries[key] != nil {
		return 0
	}
	return 1
}

// MakeRoom removes entries until there is room for so many new ones. It returns
// ErrOutOfMemory if it cannot, and the command would take more memory. Replicas
// leave it to their primary.
func (k *Keyspace) MakeRoom(now int64, grows bool, newKeys int) error {
	m := &k.memory
	if !m.limited() || k.replica {
		return nil
	}
	for m.used > m.MaxBytes && m.MaxBytes > 0 || len(k.all)+newKeys > m.MaxKeys && m.MaxKeys > 0 {
		var e *Entry
		if m.evictor != nil {
			e = m.evictor.victim(now)
		}
		switch {
		case e == nil && grows:
			return ErrOutOfMemory
		case e == nil:
			return nil
		case e.expired(now): // it was gone already, unnoticed
			k.remove(e, Expired)
		default:
			k.remove(e, Evicted)
		}
	}
	return nil
}
