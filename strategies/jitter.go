package strategies

import (
	"math/bits"
	"time"
)

// jitter: entries that were written together do not expire together.
//
// Idea: lengthen each TTL by a uniform draw from 0 to most, the first as all
// others.
//
// Guarantee: the TTL written lies in [TTL, TTL + most].
//
// How it breaks: it only spreads the expiries of different keys. One hot key
// stampedes as before.
//
// Source: AWS Builders' Library, "Caching challenges and strategies".
func jitter(env Env, most time.Duration) time.Duration {
	if most <= 0 {
		return 0
	}
	return uniform(env, most)
}

// uniform draws uniformly from 0 to most, both included.
func uniform(env Env, most time.Duration) time.Duration {
	// The high word of draw × (most + 1) is uniform over 0…most.
	hi, _ := bits.Mul64(env.Uint64(), uint64(most)+1)
	return time.Duration(hi)
}
