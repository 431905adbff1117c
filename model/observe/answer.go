package observe

import (
	"time"

	"stampede/strategies"
)

// ClassOf returns the class of a read's answer.
func ClassOf(v strategies.Value, err error) Class {
	switch {
	case err != nil:
		return Error
	case v.Outcome == strategies.Hit:
		return Hit
	default:
		return Miss
	}
}

// AgeOf returns the age of the value that answers a read, or -1 if there is
// none.
func AgeOf(now time.Duration, v strategies.Value, err error) time.Duration {
	if err != nil {
		return -1
	}
	p, ok := DecodePayload(v.Data)
	if !ok {
		return -1
	}
	return now - p.ReadAt
}

// WritesBefore returns how many writes there were before the value that answers a
// read.
func WritesBefore(v strategies.Value) uint64 {
	p, ok := DecodePayload(v.Data)
	if !ok || p.Version == 0 {
		return 0
	}
	return p.Version - 1
}
