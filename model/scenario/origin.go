package scenario

import (
	"fmt"
	"time"

	"stampede/model/workload"
)

// Origin is what the cache protects.
type Origin struct {
	Recompute   workload.Duration `yaml:"recompute" about:"how long a load from the origin takes, once it has a connection"`
	Connections int               `yaml:"connections" about:"loads the origin works on at one time; 0 is no limit"`
	Contention  Share             `yaml:"contention" about:"by how much each other load at work lengthens one that begins"`
	Limit       Rate              `yaml:"limit" about:"loads that the origin accepts; 0/s is no limit"`
	Burst       int               `yaml:"burst" about:"how many of them may come at once"`
	Lag         workload.Duration `yaml:"lag" about:"how long a write takes to the replicas that serve loads"`
	CancelLate  bool              `yaml:"cancel-late" about:"drop loads whose caller has stopped waiting"`
	Absent      int               `yaml:"absent" about:"keys, the last ones, that have no row until they are written"`
	Client      OriginClient      `yaml:"client" about:"each process's way to the origin"`
}

// OriginClient is each process's way to the origin.
type OriginClient struct {
	Timeout Length            `yaml:"timeout" about:"how long a process waits for a load; 0s is for ever"`
	Retries int               `yaml:"retries" about:"further attempts after a load that failed"`
	Backoff workload.Duration `yaml:"backoff" about:"the pause before each of them"`
	Budget  Share             `yaml:"budget" about:"retries for each load on average; 0% is no limit"`
	Admit   Rate              `yaml:"admit" about:"loads that each process lets through; 0/s is no limit"`
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
	At     Length `yaml:"at" required:"a length of time, as in at: 60s" about:"when all faults end"`
	Within Length `yaml:"within" about:"how soon all must be well again"`
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
