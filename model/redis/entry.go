package redis

import "time"

// Entry is what a key holds. It belongs to its keyspace: whoever is given one may
// read it until the next command.
type Entry struct {
	// What a GET needs stands in one cache line.
	value    Value
	deadline int64  // Unix ms; 0 if it lives for ever
	used     uint32 // what eviction remembers of its use

	place         int32 // in the keyspace's list of all entries
	volatilePlace int32 // in its list of those with a deadline, from 1; 0 if it is not there
	key           string
	exact         *exactPlace // nil but in an exact order of eviction
	trace
}

// Value is a string, or a hash if that is not nil. A value is never changed, only
// replaced, so effects and replicas share it.
type Value struct {
	bytes []byte
	hash  *hash
}

// StringValue returns the value that is the string b, which must not change later.
func StringValue(b []byte) Value { return Value{bytes: b} }

// trace is what an observer knows of an entry, or of one that is gone. No command
// sees it.
type trace struct {
	generation uint64
	owner      uint64 // a lock: the work whose acquisition it is; else 0
	disowned   bool   // a lock that a failover has ended already, to the observers
	process    int32  // of the work that wrote it
	subject    int32  // the index of the key that the work was about
}

// Bytes returns the string that the entry holds.
func (e *Entry) Bytes() []byte { return e.value.bytes }

// expired tells whether the entry's deadline has passed. Like the real server's,
// the clock counts whole milliseconds, and the key is still there at its
// deadline.
func (e *Entry) expired(now int64) bool { return now > e.deadline && e.deadline != 0 }

// remaining returns how long the entry still lives, as PTTL says it.
func (e *Entry) remaining(now int64) time.Duration {
	if e.deadline == 0 {
		return -1
	}
	return time.Duration(max(e.deadline-now, 0)) * time.Millisecond
}
