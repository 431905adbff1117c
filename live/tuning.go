package live

import (
	"time"

	"stampede/model/scenario"
)

// tuning is what the scenario says of the client of Redis, as go-redis has it.
type tuning struct {
	given       bool
	connections int
	timeout, poolTimeout,
	backoff, backoffMax time.Duration
	retries int
}

// tune returns the settings of a client with so many connections, unless the
// scenario says how many.
func tune(c *scenario.RedisClient, connections int) tuning {
	if c == nil {
		return tuning{connections: connections}
	}
	t := tuning{
		given: true, connections: connections, retries: orNone(c.Retries),
		timeout: orNone(time.Duration(c.Timeout)), poolTimeout: time.Duration(c.PoolTimeout),
		backoff: orNone(time.Duration(c.Backoff)), backoffMax: orNone(time.Duration(c.BackoffMax)),
	}
	if c.Connections > 0 {
		t.connections = c.Connections
	}
	if c.PoolTimeout == 0 {
		t.poolTimeout = forEver
	}
	return t
}

// forEver is a wait that no run outlasts.
const forEver = 24 * time.Hour

// orNone returns a setting; 0, which go-redis takes for its default, is none.
func orNone[T ~int | ~int64](n T) T {
	if n == 0 {
		return -1
	}
	return n
}

func (t tuning) apply(timeout, poolTimeout, backoff, backoffMax *time.Duration, retries *int) {
	if t.given {
		*timeout, *poolTimeout, *backoff, *backoffMax, *retries = t.timeout, t.poolTimeout, t.backoff, t.backoffMax, t.retries
	}
}
