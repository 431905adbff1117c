package scenario

import (
	"fmt"
	"time"

	"stampede/model/workload"
)

// Origin is what the cache protects.
type Origin struct {
	Recompute   workload.Duration `yaml:"recompute"`   // how long a load takes, once it has a connection
	Connections int               `yaml:"connections"` // loads it works on at one time; 0 is no limit
	// Contention is by how much each other load at work lengthens one that
	// begins: with 10%, a load beside five others takes half as long again.
	Contention Share             `yaml:"contention"`
	Limit      Rate              `yaml:"limit"`       // loads it accepts; 0/s is no limit
	Burst      int               `yaml:"burst"`       // how many of them may come at once
	Lag        workload.Duration `yaml:"lag"`         // how old what loads read may be: they are served by replicas
	CancelLate bool              `yaml:"cancel-late"` // drop loads whose caller has stopped waiting
	Absent     int               `yaml:"absent"`      // keys, the last ones, that have no row until they are written
	Client     OriginClient      `yaml:"client"`
}

// OriginClient is each process's way to the origin.
type OriginClient struct {
	Timeout Length            `yaml:"timeout"` // how long one attempt waits; 0s is for ever
	Retries int               `yaml:"retries"` // further attempts after a failed one
	Backoff workload.Duration `yaml:"backoff"` // the pause before each
	Budget  Share             `yaml:"budget"`  // retries for each load on average; 0% is no limit
	Admit   Rate              `yaml:"admit"`   // loads that each process lets through; 0/s is no limit
}

// Limits of the origin.
const (
	RetriesMax = 100
	BurstMax   = 1_000_000
)

func (o Origin) check(c *check, keys int) {
	c.duration("origin.recompute", o.Recompute)
	c.number("origin.connections", o.Connections, 0, ConnectionsMax)
	c.share("origin.contention", o.Contention, 10000)
	c.rate("origin.limit", o.Limit)
	c.number("origin.burst", o.Burst, 1, BurstMax)
	c.duration("origin.lag", o.Lag)
	c.that(o.Absent >= 0 && o.Absent <= keys, "origin.absent", o.Absent, fmt.Sprintf("from 0 to the keys, %d", keys))
	c.that(o.Client.Timeout <= LengthMax, "origin.client.timeout", o.Client.Timeout, fmt.Sprintf("up to %v", LengthMax))
	c.number("origin.client.retries", o.Client.Retries, 0, RetriesMax)
	c.duration("origin.client.backoff", o.Client.Backoff)
	c.share("origin.client.budget", o.Client.Budget, 1000)
	c.rate("origin.client.admit", o.Client.Admit)
}

// rate checks a rate that may be 0.
func (c *check) rate(path string, r Rate) {
	c.that(r == 0 || r >= RateMin && r <= RateMax, path, r, fmt.Sprintf("0/s, or from %v to %v", RateMin, RateMax))
}

// Writes are a stream of independent writes to the origin, by the processes in
// turn, to keys drawn by their popularity.
type Writes struct {
	Rate Rate              `yaml:"rate"` // over all keys
	Took workload.Duration `yaml:"took"` // how long the origin takes to write
	// Then is what becomes of the cache, after a pause; Order says which comes
	// first.
	Then  Then              `yaml:"then"`
	Order Order             `yaml:"order"`
	Gap   workload.Duration `yaml:"gap"`
}

func (w *Writes) check(c *check) {
	if w == nil {
		return
	}
	c.that(w.Rate >= 0 && w.Rate <= RateMax, "writes.rate", w.Rate, fmt.Sprintf("from 0/s to %v", RateMax))
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

// Heal is the end of all faults, and how soon the run must have recovered: no
// read that starts later may fail, and the origin must be as busy as before the
// first fault, give or take a fifth.
type Heal struct {
	At     Length `yaml:"at"`
	Within Length `yaml:"within"`
}

func (h *Heal) check(c *check, duration Length) {
	if h == nil {
		return
	}
	c.that(h.At > 0 && h.At < duration, "heal.at", h.At, fmt.Sprintf("more than 0s, less than the duration, %v", duration))
	c.that(h.Within >= 0 && h.At+h.Within < duration, "heal.within", h.Within,
		fmt.Sprintf("from 0s to less than what is left of the duration after the heal, %v", max(duration-h.At, 0)))
}

// Recovered returns when the run must have recovered.
func (h *Heal) Recovered() time.Duration { return time.Duration(h.At + h.Within) }
