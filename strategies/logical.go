package strategies

import "time"

// logical: an entry is past its freshness before Redis removes it.
//
// Idea: of its TTL, the entry counts as fresh for the first part only. In the
// rest there is an old value to hand out: one refreshes, the others take
// that.
//
// Guarantee: no one but the one who refreshes waits, for a key that is read in
// the last part of its life.
//
// How it breaks: a key that is not read in that part expires, and its readers
// wait. The part must be longer than a load.
//
// Source: "logical expiration", in articles on cache breakdown; dogpile.cache
// calls it the soft expiration.
func logical(ttl time.Duration, share float64) time.Duration {
	return max(time.Duration(share*float64(ttl)), time.Millisecond)
}
