package origin

import (
	"time"

	"stampede/model/workload"
)

// Options are the settings of the database itself. The zero value answers every
// load at once.
type Options struct {
	// Latency is how long a load takes, once it has a connection.
	Latency workload.Duration
	// Connections is the number of loads it works on at one time; 0 is no limit.
	Connections int
	// Contention makes loads slow each other down: one that begins while n
	// others are at work takes 1 + Contention × n times as long.
	Contention float64
	// Rate, if not 0, is how many loads a second it accepts, Burst how many of
	// them may come at once; it answers the others with ErrRateLimited.
	Rate  float64
	Burst int
	// Replicas is how many read replicas serve the loads, in turn; 0 stands for 1.
	// Lag is how long a write is under way to each of them, in order.
	Replicas int
	Lag      workload.Duration
	// Cancel makes the origin drop a load whose caller has stopped waiting.
	// Otherwise it does the work all the same. It hears of no crash.
	Cancel bool
	// Keys and Absent say that the last Absent of so many keys have no row
	// until they are written.
	Keys, Absent int
}

// ClientOptions are the settings of a process's way to the database. The zero
// value waits for ever and asks once.
type ClientOptions struct {
	// Timeout is how long one attempt waits for its answer; 0 is for ever.
	Timeout time.Duration
	// Retries is how often a load that failed is asked for once more, and
	// Backoff the pause before each; a key without a row is no failure.
	Retries int
	Backoff workload.Duration
	// Budget, if not 0, bounds the retries to a share of the loads, as in 0.1:
	// each load earns so much of a retry, of which ten can be saved up.
	Budget float64
	// Admit, if not 0, is how many loads a second the process lets through to
	// the origin, a tenth of a second's worth of them at once; for the others
	// it fails with strategies.ErrOverload.
	Admit float64
}
