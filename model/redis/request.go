package redis

import (
	"time"

	"stampede/model/observe"
)

// Request is a command of a strategy on its way, with its reply. [Server.Do]
// executes any command; a request is one of the few that strategies use, without
// words to take apart, and with whose doing it is.
type Request struct {
	Command observe.Command
	Work    *observe.Work // whose doing it is
	Key     string
	Lock    string // PublishAndRelease: the lock's key
	Token   string // the lock commands: what the lock holds
	Value   []byte
	TTL     time.Duration
	Routing

	// The reply.
	OK        bool          // found, set, deleted or released
	Data      []byte        // Get, GetWithTTL
	Remaining time.Duration // GetWithTTL: -1 ns if it lives for ever
	Err       error
}
