package live

import (
	"fmt"
	"time"

	"stampede/model/fault"
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

// suits reports what of the scenario the server cannot be used for.
func (s *server) suits(sc scenario.Scenario) error {
	refuse := func(what, need string) error {
		return &failure{ErrModelOnly, fmt.Sprintf("%s: %s; accepted is %s", s.shown, what, need)}
	}
	if v := sc.Redis.Servers; v != nil {
		switch {
		case v.Cluster && s.cluster == nil:
			return refuse("the scenario has a cluster", AutoCluster+" or the URL of a cluster")
		case !v.Cluster && v.Replicas > 0 && s.failover == nil:
			return refuse("the scenario has replicas", AutoSentinel+" or the URL of Sentinels")
		}
	}
	if sc.Redis.Memory != nil && s.own == nil {
		return refuse("redis.memory is not set on a server that the run has not started", Auto+", "+AutoSentinel+" or "+AutoCluster)
	}
	for _, f := range sc.Faults {
		switch {
		case f.To.Class() == fault.Redis && s.own == nil:
			return refuse(fmt.Sprintf("%v is not done to a server that the run has not started", f.Do), Auto+", "+AutoSentinel+" or "+AutoCluster)
		case f.Do == fault.Isolate && (s.own.sentinels == nil || f.To.Who == fault.OneRedis && f.To.Index > 0):
			return refuse("only the primary of a set with Sentinels can be isolated", "{do: isolate, to: primary} on "+AutoSentinel)
		case f.Do == fault.Failover && s.own.single != nil:
			return refuse("nothing can take over from one server", AutoSentinel+" or "+AutoCluster)
		}
	}
	return nil
}
