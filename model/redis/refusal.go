package redis

import (
	"errors"
	"fmt"
)

// What a server answers instead of executing a command; the texts are the real
// server's.
var (
	// ErrReadOnly is a replica's answer to a write.
	//lint:ignore ST1005 the real server ends it so
	ErrReadOnly = errors.New("READONLY You can't write against a read only replica.")
	// ErrLoading is the answer of a replica that waits for its first copy.
	ErrLoading = errors.New("LOADING Redis is loading the dataset in memory")
	// ErrNoScript says that the server does not know the script of that hash.
	//lint:ignore ST1005 the real server ends it so
	ErrNoScript = errors.New("NOSCRIPT No matching script. Please use EVAL.")
	// ErrCrossSlot is a cluster's answer to a command or script whose keys are
	// in several slots.
	ErrCrossSlot = errors.New("CROSSSLOT Keys in request don't hash to the same slot")
	// ErrClusterDown is the answer of a primary that has lost the majority, and of
	// all while a part of the slots is not served.
	ErrClusterDown = errors.New("CLUSTERDOWN The cluster is down")
	// ErrTryAgain says that some of a command's keys have already migrated.
	ErrTryAgain = errors.New("TRYAGAIN Multiple keys request during rehashing of slot")
	// ErrUnblocked ends a WAIT on a server that stops being the primary.
	ErrUnblocked = errors.New("UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)")
	// ErrConnectionLost is no answer: the server went down, or was down already.
	ErrConnectionLost = errors.New("connection refused or reset by the server")
)

// Redirect is a cluster's answer to a command about a slot that another node
// serves. Ask is for this one command, and only with Asking; otherwise the slot
// has moved for good.
type Redirect struct {
	Ask  bool
	Slot int
	Node int // the index of the node to ask
}

// Error returns the answer as the real server words it, but for the address.
func (r *Redirect) Error() string {
	word := "MOVED"
	if r.Ask {
		word = "ASK"
	}
	return fmt.Sprintf("%s %d node-%d", word, r.Slot, r.Node+1)
}
