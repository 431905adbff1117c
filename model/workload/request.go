package workload

import "time"

// Operation is what a request does.
type Operation uint8

const (
	// Read asks the cache for the value.
	Read Operation = iota
	// Write changes the value at the origin.
	Write
	// Invalidate removes the value from the cache.
	Invalidate
)

// String returns read, write or invalidate.
func (o Operation) String() string {
	switch o {
	case Read:
		return "read"
	case Write:
		return "write"
	case Invalidate:
		return "invalidate"
	}
	return "unknown"
}

// OperationForms are the names of operations that a trace may use: ours, and
// those of memcached and Redis.
const OperationForms = "read get gets; write set add replace cas append prepend incr decr; invalidate delete del"

// operationOf finds an operation by its name in lower case.
func operationOf(name []byte) (o Operation, ok bool) {
	switch string(name) {
	case "get", "gets", "read":
		return Read, true
	case "set", "add", "replace", "cas", "append", "prepend", "incr", "decr", "write":
		return Write, true
	case "delete", "del", "invalidate":
		return Invalidate, true
	}
	return Read, false
}

// Request is something that a client of the cache wants.
type Request struct {
	At        time.Duration // since the beginning of the run
	Key       int32         // from 0
	Operation Operation
	TTL       time.Duration // what a trace says; 0 if nothing
	Size      int64         // of the value in bytes, as a trace says; 0 if nothing
}

// Requests is a stream of requests in the order of time.
type Requests interface {
	// Next fills in the next request; false at the end, or after an error.
	Next(r *Request) bool
	// Err returns why the stream ended, nil if there are no more requests. Only
	// a trace can fail.
	Err() error
}
