package broken

import (
	"context"
	"encoding/binary"
	"time"

	"stampede/internal/detmath"
	"stampede/strategies"
)

// early is XFetch with another judgement.
type early struct {
	base
	due func(e early, d strategies.Decision) bool
}

func earlyBy(due func(early, strategies.Decision) bool) maker {
	return func(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
		b, err := newBase(env, load, strategies.Choices{XFetch: true}, o)
		return early{b, due}, err
	}
}

func (s early) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.LookWithTTL(ctx, key)
	switch {
	case err != nil:
		return strategies.Value{}, err
	case !found:
		return s.fill(ctx, key)
	}
	d := strategies.Decision{Remaining: e.Remaining, Delta: e.Delta, Beta: s.Options.Beta, U: halfOpen(s.Env)}
	d.Refresh = s.due(s, d)
	s.Env.Observe(ctx, strategies.Observation{What: strategies.Decided, Key: key, Decision: d})
	if d.Refresh {
		if v, err := s.fill(ctx, key); err == nil {
			return v, nil
		}
	}
	return strategies.Value{Data: e.Data}, nil
}

// halfOpen draws from [0, 1), as generators do; XFetch needs (0, 1].
func halfOpen(env strategies.Env) float64 { return float64(env.Uint64()>>11) / (1 << 53) }

// wrongSign compares with the probability that the exponent has without its
// minus.
//
// How it breaks: that is 1 or more, so it never fires: a stampede at each expiry.
//
// Caught by: early-formula.
//
// Reported in: a published article on early expiration.
func wrongSign(_ early, d strategies.Decision) bool {
	return detmath.Exp(seconds(d.Remaining)/d.Beta) < d.U
}

// nearlyAlways refreshes with a probability near 1.
//
// How it breaks: every read loads.
//
// Caught by: early-formula.
//
// Reported in: articles on early expiration, as what to avoid.
func nearlyAlways(_ early, d strategies.Decision) bool { return d.U < 0.95 }

// swapped mixes the roles of δ and β: a long load is late, not early.
//
// How it breaks: the costlier the load, the likelier the stampede.
//
// Caught by: early-formula.
//
// Reported in: a published article on early expiration.
func swapped(_ early, d strategies.Decision) bool {
	return -float64(d.Beta/seconds(d.Delta))*detmath.Log(1-d.U) >= seconds(d.Remaining)
}

// logOfZero takes the logarithm of a draw that can be 0, and turns the product
// into a length of time before it is negated.
//
// How it breaks: the draw that should be certain gives the smallest integer, whose
// negation is itself: it forbids the refresh.
//
// Caught by: early-formula.
//
// Reported in: axelpale/poisson-process#5.
func logOfZero(_ early, d strategies.Decision) bool {
	if d.U == 0 {
		return false // what the conversion of -∞ comes to on amd64
	}
	return -time.Duration(float64(d.Delta)*d.Beta*detmath.Log(d.U)) >= d.Remaining
}

// wholeSecondsDelta measures loads in whole seconds.
//
// How it breaks: a load of less than a second has δ = 0, and is never early.
//
// Caught by: early-formula.
//
// Reported in: symfony/symfony#33837.
func wholeSecondsDelta(_ early, d strategies.Decision) bool {
	d.Delta = d.Delta.Truncate(time.Second)
	d.U = 1 - d.U
	return d.Due()
}

// secondsForMilliseconds passes a threshold in the wrong unit: 5 seconds become
// 5000.
//
// How it breaks: the threshold exceeds the TTL, so every read refreshes.
//
// Caught by: early-formula.
//
// Reported in: balena-io/open-balena-api#798.
func secondsForMilliseconds(_ early, d strategies.Decision) bool {
	return d.Remaining < 5000*time.Second
}

func seconds(d time.Duration) float64 { return float64(d) / float64(time.Second) }

// UniformEarly is XFetch with another law: a read with less than the window left
// refreshes with a probability that rises evenly to 1 at the expiry. It is no error,
// but what the exponential is better than.
func UniformEarly(window time.Duration) strategies.Preset {
	due := func(_ early, d strategies.Decision) bool {
		return d.Remaining < window && d.U >= float64(d.Remaining)/float64(window)
	}
	return strategies.Preset{
		Name: "uniform-early", Choices: strategies.Choices{XFetch: true},
		Guarantee: "BROKEN: early by a uniform draw", New: earlyBy(due),
	}
}

// earlyError lets the failure of an early refresh be the read's.
//
// How it breaks: readers get an error though the value at hand is still good.
//
// Caught by: errors-stay-home.
//
// Reported in: dgryski/go-stampede, by reading its code.
type earlyError struct{ early }

func newEarlyError(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	b, err := newBase(env, load, strategies.Choices{XFetch: true}, o)
	return earlyError{early{base: b}}, err
}

func (s earlyError) Get(ctx context.Context, key string) (strategies.Value, error) {
	e, found, err := s.LookWithTTL(ctx, key)
	if err != nil {
		return strategies.Value{}, err
	}
	d := strategies.Decision{Remaining: e.Remaining, Delta: e.Delta, Beta: s.Options.Beta, U: 1 - halfOpen(s.Env)}
	if !found || d.Due() {
		return s.fill(ctx, key) // wrong: its error is returned
	}
	return strategies.Value{Data: e.Data}, nil
}

// clientClock stores the instant of expiry, by the clock of the client that wrote
// it, and has it judged by the clock of the one that reads.
//
// How it breaks: clocks differ. An entry is dead on arrival, or lives for too
// long, or is refreshed far too early.
//
// Caught by: early-formula.
//
// Reported in: fuel/core#1444.
type clientClock struct {
	strategies.Redis
	env strategies.Env
}

func newClientClock(env strategies.Env, r strategies.Redis) strategies.Redis {
	return clientClock{r, env}
}

const instantSize = 8

// Set writes the instant of expiry in front of the entry.
func (r clientClock) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	at := binary.BigEndian.AppendUint64(nil, uint64(r.env.Now().Add(ttl).UnixNano()))
	return r.Redis.Set(ctx, key, append(at, value...), ttl)
}

// GetWithTTL is wrong: the time that is left is not the server's word.
func (r clientClock) GetWithTTL(ctx context.Context, key string) ([]byte, time.Duration, bool, error) {
	b, _, found, err := r.Redis.GetWithTTL(ctx, key)
	if err != nil || !found || len(b) < instantSize {
		return nil, 0, false, err
	}
	left := time.Unix(0, int64(binary.BigEndian.Uint64(b))).Sub(r.env.Now())
	return b[instantSize:], max(left, 0), true, nil
}
