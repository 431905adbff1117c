package network

import (
	"fmt"
	"time"
)

// Options are the settings of a process's client. The zero value waits for ever
// and tries once.
type Options struct {
	// Connections is how many there are to each server, each for one command
	// at a time; 0 is no limit. PoolTimeout is how long a command waits for a
	// free one; 0 is for ever.
	Connections int
	PoolTimeout time.Duration
	// Timeout is how long a command waits for its reply; 0 is for ever. The
	// connection is then given up, but not what was sent over it.
	Timeout time.Duration
	// Retries is how often a command is sent again after a failure that may
	// pass: no reply in time, no connection, a server that is not ready. The
	// client does not know whether the first took effect. Before each it pauses
	// for a random time around Backoff, which doubles with every retry up to
	// BackoffMax.
	Retries             int
	Backoff, BackoffMax time.Duration

	// Reads says which servers answer GET.
	Reads Reads
	// HashOnly keeps the client from sending a script's text to a server that
	// does not know its hash.
	HashOnly bool

	// Redirects is how many redirections of a cluster a command follows.
	Redirects int
	// Refresh is how old the client's map of a cluster may get; 0 is for ever: it
	// then learns by redirections only, slot by slot.
	Refresh time.Duration
}

// Reads says which servers answer GET.
type Reads uint8

// The choices of servers for reads.
const (
	FromPrimary  Reads = iota
	FromReplicas       // a replica, at random
	FromAny            // the primary or a replica, at random
)

// Limits of the options.
const (
	ConnectionsMax = 1_000_000
	RetriesMax     = 100
)

// Validate reports the first setting that is out of its range.
func (o Options) Validate() error {
	switch {
	case o.Connections < 0 || o.Connections > ConnectionsMax:
		return outOfRange("connections", o.Connections, fmt.Sprintf("from 0 to %d", ConnectionsMax))
	case o.PoolTimeout < 0:
		return outOfRange("pool timeout", o.PoolTimeout, "0 or more")
	case o.Timeout < 0:
		return outOfRange("timeout", o.Timeout, "0 or more")
	case o.Retries < 0 || o.Retries > RetriesMax:
		return outOfRange("retries", o.Retries, fmt.Sprintf("from 0 to %d", RetriesMax))
	case o.Backoff < 0 || o.BackoffMax < o.Backoff:
		return outOfRange("backoff", o.Backoff, "from 0 to its maximum")
	case o.Reads > FromAny:
		return outOfRange("reads", o.Reads, "from the primary, from replicas or from any")
	case o.Redirects < 0 || o.Redirects > RetriesMax:
		return outOfRange("redirects", o.Redirects, fmt.Sprintf("from 0 to %d", RetriesMax))
	case o.Refresh < 0:
		return outOfRange("refresh", o.Refresh, "0 or more")
	}
	return nil
}

func outOfRange(name string, value any, accepted string) error {
	return fmt.Errorf("redis client %s is %v; accepted is %s", name, value, accepted)
}
