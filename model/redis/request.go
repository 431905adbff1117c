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
	Lock    string // of the commands with two keys: the lock's, the lease's, or the fence's
	Token   string // the lock commands: what the lock holds
	Value   []byte
	TTL     time.Duration // strategies.NoTTL: for ever
	Left    time.Duration // PublishLeased: the most that is left of the lease
	Channel string        // of a release: whom to tell
	Number  int64         // PublishFenced: the holder's
	Hear    func()        // Subscribe: called for each message
	Routing
	Result
}

// Result is what comes back of a request. It is a struct of its own because no more
// than that is copied back to who asked.
type Result struct {
	OK        bool          // found, set, deleted or released
	Data      []byte        // Get, GetWithTTL, Recall
	Remaining time.Duration // GetWithTTL, Recall: -1 ns if it lives for ever
	Fence     int64         // AcquireFenced: the holder's number
	Hearing   *Subscriber   // Subscribe
	Offset    uint64        // of the server's last write
	Err       error
}
