package redis

import "time"

// Routing is what a request carries besides its command and arguments, and what
// its reply does.
type Routing struct {
	// Eval sends a script's text and not only its hash: the server learns it.
	Eval bool
	// Asking goes before a command that a Redirect with Ask sent here.
	Asking bool
	// FromReplica says that a replica's answer will do. (READONLY)
	FromReplica bool

	// Replicas, Timeout and Since are the arguments of Wait: how many replicas
	// must have the write with that offset, and how long to wait for them at
	// most; 0 is for ever.
	Replicas int
	Timeout  time.Duration
	Since    uint64

	// Offset is, in a reply, the offset of the server's last write; in that of
	// a Wait, Acknowledged is the number of replicas that have the write.
	Offset       uint64
	Acknowledged int
}

// crossSlot tells whether the keys of a request are in several slots; slot is
// that of its first.
func crossSlot(r *Request) (slot int, crosses bool) {
	slot = Slot(r.Key)
	return slot, r.Lock != "" && Slot(r.Lock) != slot
}
