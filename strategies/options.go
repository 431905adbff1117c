package strategies

import (
	"fmt"
	"math"
	"time"
)

// Options are the settings of a strategy. Each preset heeds those that concern
// its choices.
type Options struct {
	// TTL is how long an entry lives in Redis; at least 1 ms.
	TTL time.Duration
	// Jitter lengthens each TTL by a uniform draw from 0 to Jitter.
	Jitter time.Duration
	// Beta scales how early XFetch refreshes: 1 is the paper's default, more
	// is earlier, 0 is never.
	Beta float64
	// Lock concerns the strategies in which one per cluster refreshes.
	Lock LockOptions
}

// LockOptions are the settings of the Redis lock.
type LockOptions struct {
	// TTL is how long a lock lives if it is not released; at least 1 ms. It
	// should exceed the longest load: the 99th percentile times three is a
	// common rule. A shorter one lets a second holder in during a load; a
	// longer one lets readers wait longer after a holder has crashed.
	TTL time.Duration
	// Poll is the pause between two looks of a reader that waits for the
	// holder; positive.
	Poll time.Duration
	// Wait is how long a reader waits for a holder before it fails with
	// ErrBusy; positive.
	Wait time.Duration
	// AtomicPublish writes the value and releases the lock in one step, and
	// only if the lock is still held. Otherwise it takes two steps, and a
	// holder that has lost its lock still writes its value.
	AtomicPublish bool
}

// DefaultOptions are reasonable for loads of a few hundred milliseconds.
func DefaultOptions() Options {
	return Options{
		TTL:  time.Minute,
		Beta: 1,
		Lock: LockOptions{TTL: 5 * time.Second, Poll: 10 * time.Millisecond, Wait: 2 * time.Second},
	}
}

// Validate reports the first setting that is out of its range.
func (o Options) Validate() error {
	switch {
	case o.TTL < time.Millisecond:
		return outOfRange("ttl", o.TTL, "at least 1ms")
	case o.Jitter < 0:
		return outOfRange("jitter", o.Jitter, "0 or more")
	case !(o.Beta >= 0) || math.IsInf(o.Beta, 1):
		return outOfRange("beta", o.Beta, "0 or more, and finite")
	case o.Lock.TTL < time.Millisecond:
		return outOfRange("lock ttl", o.Lock.TTL, "at least 1ms")
	case o.Lock.Poll <= 0:
		return outOfRange("lock poll", o.Lock.Poll, "more than 0")
	case o.Lock.Wait <= 0:
		return outOfRange("lock wait", o.Lock.Wait, "more than 0")
	}
	return nil
}

func outOfRange(name string, value any, accepted string) error {
	return fmt.Errorf("%s is %v; accepted is %s", name, value, accepted)
}
