package scenario

import (
	"stampede/model/workload"
)

// Writes are a stream of independent writes to the origin, by the processes in
// turn, to keys drawn by their popularity.
type Writes struct {
	Rate  Rate              `yaml:"rate" about:"how often a write starts, over all keys; 0/s leaves writes to clients and groups"`
	Took  workload.Duration `yaml:"took" about:"how long the origin takes to write"`
	Then  Then              `yaml:"then" about:"what becomes of the entry in the cache"`
	Order Order             `yaml:"order" about:"which of the two comes first"`
	Gap   workload.Duration `yaml:"gap" about:"the pause between the two"`
}

// WriteRule returns what a write does besides changing the value at the origin.
func (s Scenario) WriteRule() Writes {
	if s.Writes == nil {
		return Writes{}
	}
	return *s.Writes
}

func (w *Writes) check(c *check) {
	if w == nil {
		return
	}
	c.that(w.Rate >= 0 && w.Rate <= RateMax, "writes.rate", w.Rate, "from 0/s to %v", RateMax)
	c.duration("writes.took", w.Took)
	c.duration("writes.gap", w.Gap)
	c.that(w.Then <= WriteThrough, "writes.then", uint8(w.Then), "nothing, invalidate or write-through")
	c.that(w.Order <= CacheFirst, "writes.order", uint8(w.Order), "origin-first or cache-first")
}

// Then is what a write does to the cache.
type Then uint8

const (
	// Nothing leaves the old value in the cache.
	Nothing Then = iota
	// Invalidate deletes the entry.
	Invalidate
	// WriteThrough writes the new value into the cache.
	WriteThrough
)

var thens = words[Then]{"nothing", "invalidate", "write-through"}

// String writes it as it is read.
func (t Then) String() string { return thens.text(t) }

// MarshalText writes it for a scenario file.
func (t Then) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads it.
func (t *Then) UnmarshalText(text []byte) (err error) { *t, err = thens.parse(text); return err }

// Order says whether a write begins at the origin or at the cache.
type Order uint8

const (
	// OriginFirst writes to the origin, then sees to the cache.
	OriginFirst Order = iota
	// CacheFirst sees to the cache, then writes to the origin.
	CacheFirst
)

var orders = words[Order]{"origin-first", "cache-first"}

// String writes it as it is read.
func (o Order) String() string { return orders.text(o) }

// MarshalText writes it for a scenario file.
func (o Order) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads it.
func (o *Order) UnmarshalText(text []byte) (err error) { *o, err = orders.parse(text); return err }
