package fault

import (
	"fmt"
	"time"

	"stampede/model/workload"
)

// Fault is a fault, or a series of them.
type Fault struct {
	Verb Verb
	To   Target

	// At is when it starts. With a condition it is when that begins to count.
	At time.Duration
	// Upon, if not none, starts it: each time, or only the Nth time if that is
	// not 0; After so long. While it lasts, it does not start again.
	Upon  Condition
	Nth   int
	After time.Duration
	// Every, if not 0, repeats it in equal intervals; Calm, if not 0, after
	// pauses of a drawn length. A fault with Calm starts with one.
	Every time.Duration
	Calm  workload.Duration
	// Chance, if not 0, is the share of the seeds, in percent, that have it at
	// all: each seed has its own swarm of faults.
	Chance float64

	// For is how long it lasts; always 0 is to the end of all faults.
	For workload.Duration

	By      time.Duration
	Factor  float64
	Percent float64
	Rate    float64
	Way     Way
	Stagger time.Duration // each further target is befallen so much later
	Server  int           // of a process's links: only that to this server, from 1; 0 is all
	Process int           // this process, from 1, stays in touch with a server; 0 is none
}

// Way is a direction between a process and Redis.
type Way uint8

// The ways.
const (
	BothWays Way = iota
	Requests
	Replies
)

// String names the fault: what it does, and to whom.
func (f *Fault) String() string { return fmt.Sprintf("%v %v", f.Verb, f.To) }

// Least is how long a drawn fault and a drawn calm period last at least.
const Least = time.Millisecond
