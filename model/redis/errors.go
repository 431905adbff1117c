package redis

import "errors"

// The errors of a [Request], as the real server words them.
var (
	// ErrInvalidExpire is the answer to a TTL that is not positive.
	ErrInvalidExpire = errors.New("ERR invalid expire time in 'set' command")
	// ErrOutOfMemory is the answer to a write for which no room can be made.
	//lint:ignore ST1005 the words are the real server's
	ErrOutOfMemory = errors.New("OOM command not allowed when used memory > 'maxmemory'.")
)
