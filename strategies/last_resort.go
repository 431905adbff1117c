package strategies

import "context"

// lastResort is what is left to a reader that has waited for long enough.
//
// Idea: a wait has a limit. At it the reader takes the old value, if there is one
// (stale); or, if it is one of a few, it loads for itself (fall-through); or it fails,
// and its caller answers 503 with Retry-After.
//
// Guarantee: no read waits for longer than the limit and a load. No more than a fixed
// number of readers in a process load beside the holder.
//
// How it breaks: if all may fall through, a slow holder is followed by the stampede that
// its lock was to prevent. Without old values a slow load is an outage for this key.
//
// Source: flyingsquirrel0419/layercache#59 for the fall-through; RFC 9110, section
// 10.2.3, for Retry-After.
func (l lock) lastResort(ctx context.Context, key string, old *Entry, busy error) (Entry, error) {
	switch {
	case old != nil:
		return *old, nil
	case l.falls != nil && l.falls.tryEnter():
		defer l.falls.leave()
		return naive{l.Cache}.fill(ctx, key, nil)
	}
	return Entry{}, busy
}
