package strategies

import (
	"time"

	"stampede/internal/detmath"
)

// xfetch: probabilistic early expiration (PER), known as XFetch.
//
// Idea: each read of a living entry decides for itself, by a draw, whether the
// entry has "expired" already: when −δ·β·ln U reaches the remaining TTL, where
// δ is how long the last load took and U is uniform over (0, 1]. The nearer the
// expiry and the longer the load, the likelier.
//
// Guarantee: the entry is renewed before it expires, almost surely for a key
// that is read often enough: with reads at rate r, the first refresh comes
// β·δ·(ln(r·β·δ) + 0.5772) before the expiry on average. The mean number of
// loads for each refresh is e^(1/β), whatever r is.
//
// How it breaks: it is no lock, so duplicates remain. A key read rarely expires
// all the same. An entry whose load took no time (δ = 0) is never early.
//
// Source: Vattani, Chierichetti, Lowenstein: Optimal Probabilistic Cache Stampede
// Prevention, VLDB 2015. The paper compares clocks; this asks the server for
// the remaining TTL, so that no client's clock matters.
func xfetch(env Env, remaining, delta time.Duration, beta float64) Decision {
	d := Decision{Remaining: remaining, Delta: delta, Beta: beta}
	if remaining == NoTTL {
		return d
	}
	d.U = openUnit(env)
	d.Refresh = d.Due()
	return d
}

// Due tells what the decision ought to be.
func (d Decision) Due() bool {
	if d.Remaining == NoTTL {
		return false
	}
	gap := -float64(d.Delta) * d.Beta * detmath.Log(d.U)
	return gap >= float64(d.Remaining+time.Nanosecond)
}

// openUnit draws uniformly from (0, 1]: the logarithm of 0 must not happen.
func openUnit(env Env) float64 {
	return float64(env.Uint64()>>11+1) / (1 << 53)
}
