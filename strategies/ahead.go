package strategies

import "time"

// ahead: refresh once little of the TTL is left.
//
// Idea: a read that finds less than a share of the TTL left, 20 % say, refreshes
// in the background.
//
// Guarantee: a key that is read in the last part of its life does not expire, if
// a load takes less than that part.
//
// How it breaks: without someone who sees to it that one refreshes, all reads of
// the last part do. A key that is read seldom expires all the same.
//
// Source: refresh-ahead, as in Oracle Coherence and in Caffeine's
// refreshAfterWrite.
func ahead(freshFor, ttl time.Duration, share float64) bool {
	return freshFor != NoTTL && float64(freshFor) < float64(share*float64(ttl))
}
