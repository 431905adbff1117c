package redis

import (
	"fmt"
	"slices"
	"strings"
)

// Policy says which entries go when there is no room.
type Policy uint8

// The policies, by their names on the real server.
const (
	NoEviction     Policy = iota // none: writes that need room fail
	AllKeysLRU                   // the least recently used
	AllKeysLFU                   // the least frequently used
	AllKeysRandom                // any
	VolatileLRU                  // the same among the entries with a TTL
	VolatileLFU                  //
	VolatileRandom               //
	VolatileTTL                  // of those, the one with the least time to live
)

var policies = []string{
	"noeviction", "allkeys-lru", "allkeys-lfu", "allkeys-random",
	"volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl",
}

// String returns the policy's name.
func (p Policy) String() string { return policies[p] }

// ParsePolicy returns the policy of a name.
func ParsePolicy(name string) (Policy, error) {
	i := slices.Index(policies, name)
	if i < 0 {
		return 0, fmt.Errorf("policy is %q; accepted is one of %s", name, strings.Join(policies, ", "))
	}
	return Policy(i), nil
}

// volatile tells whether only entries with a TTL may go.
func (p Policy) volatile() bool { return p >= VolatileLRU }

// evictor remembers how entries are used, and which has to go first.
type evictor interface {
	// added notes an entry that is new, or has got a deadline for which it is
	// now one that may go.
	added(now int64, e *Entry)
	// touch notes a use of an entry, and written that it has a new value.
	touch(now int64, e *Entry)
	written(now int64, e *Entry)
	// removed notes that an entry is gone, or may not go any more; and moved
	// that its deadline is another.
	removed(e *Entry)
	moved(e *Entry)
	// victim returns the entry that has to go; nil if there is none that may.
	victim(now int64) *Entry
}

func newEvictor(k *Keyspace) evictor {
	m := &k.memory
	switch p := m.Policy; {
	case p == NoEviction:
		return nil
	case p == AllKeysRandom, p == VolatileRandom:
		return &sampled{keys: k, rank: random{}}
	case p == VolatileTTL && m.Exact:
		return &exactTTL{}
	case m.Exact:
		return &exactUse{volatile: p.volatile(), byFrequency: p == AllKeysLFU || p == VolatileLFU}
	case p == VolatileTTL:
		return &sampled{keys: k, rank: soonest{}}
	case p == AllKeysLFU, p == VolatileLFU:
		return &sampled{keys: k, rank: &useCounter{k.random, m.LFULogFactor, int64(m.LFUDecayMinutes)}}
	default:
		return &sampled{keys: k, rank: lruClock{}}
	}
}
