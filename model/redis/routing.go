package redis

import (
	"time"

	"stampede/model/observe"
	"stampede/strategies/script"
)

// Routing is what a request carries besides its command and arguments, and what
// its reply does.
type Routing struct {
	// Eval sends a script's text and not only its hash: the server learns it.
	Eval bool
	// Asking goes before a command that a Redirect with Ask sent here.
	Asking bool
	// FromReplica says that a replica's answer will do. (READONLY)
	FromReplica bool

	// Wait is the arguments of that command, and its answer.
	Wait *Wait
	// Offset is, in a reply, the offset of the server's last write.
	Offset uint64
}

// Wait asks for the number of replicas that have a write.
type Wait struct {
	Since    uint64        // the offset of the write
	Replicas int           // wait for so many
	Timeout  time.Duration // but no longer than this; 0 is for ever

	Acknowledged int // the answer
}

// writes tells whether a command may write.
func writes(c observe.Command) bool {
	switch c {
	case observe.Get, observe.GetWithTTL, observe.Wait:
		return false
	}
	return true
}

// scriptOf returns the script that a command is, if it is one.
func scriptOf(c observe.Command) (s script.Script, ok bool) {
	switch c {
	case observe.CompareAndDelete:
		return script.CompareAndDelete, true
	case observe.PublishAndRelease:
		return script.PublishAndRelease, true
	}
	return script.Script{}, false
}

// crossSlot tells whether the keys of a request are in several slots; slot is
// that of its first.
func crossSlot(r *Request) (slot int, crosses bool) {
	slot = Slot(r.Key)
	return slot, r.Lock != "" && Slot(r.Lock) != slot
}
