package strategies

import (
	"context"
	"time"
)

// NoTTL is the TTL of what lives for ever.
const NoTTL time.Duration = -1

// Redis holds the operations a strategy needs, named for what they mean. Each is
// atomic on the server and takes one round trip. An error means that the
// operation may or may not have taken effect. TTLs have millisecond resolution,
// are rounded up to it and must be positive, or [NoTTL] where that is said. The
// keys of one operation are in one hash slot.
type Redis interface {
	// Get returns the value of key. (GET)
	Get(ctx context.Context, key string) (value []byte, found bool, err error)
	// GetWithTTL returns the value of key and how long it still lives, as the
	// server says it: a multiple of 1 ms, or NoTTL. (MULTI, GET, PTTL, EXEC)
	GetWithTTL(ctx context.Context, key string) (value []byte, ttl time.Duration, found bool, err error)
	// Set writes key; ttl may be NoTTL. (SET PX, SET)
	Set(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Expire lets key live for ttl from now, and reports whether it exists.
	// (PEXPIRE)
	Expire(ctx context.Context, key string, ttl time.Duration) (bool, error)
	// Delete deletes key and reports whether it existed. (DEL)
	Delete(ctx context.Context, key string) (bool, error)

	Locks
	Leases
	Fences
	Notes

	// Subscribe subscribes to a channel, and returns once the server has
	// confirmed it: what is sent from then on is heard. (SUBSCRIBE)
	Subscribe(ctx context.Context, channel string) (Subscription, error)
}

// Locks are the operations on locks. A lock holds the token of its acquisition.
type Locks interface {
	// SetIfAbsent writes key unless it exists, and reports whether it did; ttl
	// may be NoTTL. (SET NX PX, SET NX)
	SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error)
	// CompareAndDelete deletes key if it holds token, and reports whether it
	// did. If so, it tells the subscribers of channel, unless that is empty.
	// (script compare-and-delete)
	CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error)
	// CompareAndExpire lets key live for ttl from now if it holds token, and
	// reports whether it did. (script compare-and-expire)
	CompareAndExpire(ctx context.Context, key, token string, ttl time.Duration) (bool, error)
	// PublishAndRelease writes key and deletes lock if lock holds token, and
	// then tells the subscribers of channel, unless that is empty; otherwise it
	// does nothing. It reports which. (script publish-and-release)
	PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token, channel string) (bool, error)
}

// Leases are the operations on leases, which are granted by SetIfAbsent.
type Leases interface {
	// PublishLeased writes key if lease holds token, and reports whether it
	// did. The lease stays, so that no other is granted for the rest of its
	// TTL, which is at most left from now. ttl and left may be NoTTL. (script
	// publish-leased)
	PublishLeased(ctx context.Context, key string, value []byte, ttl time.Duration, lease, token string, left time.Duration) (bool, error)
	// VoidLease makes the token of lease, if there is one, worthless, and lets
	// key live no longer than ttl from now. (script void-lease)
	VoidLease(ctx context.Context, key, lease string, ttl time.Duration) error
}

// Fences are the operations on fencing tokens: numbers that grow from one
// acquisition of a lock to the next. A fence lives for FenceMemory since its last
// use.
type Fences interface {
	// AcquireFenced is SetIfAbsent; if it wrote key it returns the next number
	// of fence, from 1. (script acquire-fenced)
	AcquireFenced(ctx context.Context, key, token string, ttl time.Duration, fence string) (number int64, acquired bool, err error)
	// PublishFenced writes key, unless it was written under a higher number of
	// fence before, or another value under the same, and reports whether it did.
	// (script publish-fenced)
	PublishFenced(ctx context.Context, key string, value []byte, ttl time.Duration, fence string, number int64) (bool, error)
}

// FenceMemory is how long a fence is remembered after its last use: longer than
// any holder may be paused.
const FenceMemory = 24 * time.Hour

// Notes are small values beside the entries, which are no entries themselves.
type Notes interface {
	// Remember writes a note. (SET PX)
	Remember(ctx context.Context, key string, note []byte, ttl time.Duration) error
	// Recall reads a note, and how long it still lives. (MULTI, GET, PTTL, EXEC)
	Recall(ctx context.Context, key string) (note []byte, ttl time.Duration, found bool, err error)
	// Forget deletes a note. (DEL)
	Forget(ctx context.Context, key string) error
}
