package world

import (
	"time"

	"stampede/model/network"
	"stampede/model/origin"
	"stampede/model/redis"
	"stampede/model/scenario"
)

// topology returns the servers; without settings it is one alone.
func topology(s *scenario.RedisServers) redis.Topology {
	if s == nil {
		return redis.Topology{}
	}
	return redis.Topology{
		Cluster: s.Cluster, Shards: s.Shards, Replicas: s.Replicas,
		Lag: s.Lag, Sync: s.Sync, RelativeTTL: s.RelativeTTL, ServeExpired: s.ServeExpired,
		Detection: s.Detection, Rejoin: s.Rejoin, Learn: s.Learn,
	}
}

// serverOptions returns the settings of each server.
func serverOptions(s scenario.Scenario) redis.Options {
	o := redis.Options{Service: s.Redis.Service, ActiveExpiry: s.Redis.ActiveExpiry}
	if m := s.Redis.Memory; m != nil {
		o.Memory = redis.Memory{
			MaxBytes: int64(m.Limit), MaxKeys: m.Keys, Policy: redis.Policy(m.Policy), Samples: m.Samples, Exact: m.Exact,
		}
	}
	return o
}

// redisClient returns the processes' client of Redis; without settings it waits
// for ever.
func redisClient(c *scenario.RedisClient) network.Options {
	if c == nil {
		return network.Options{}
	}
	return network.Options{
		Connections: c.Connections, PoolTimeout: time.Duration(c.PoolTimeout), Timeout: time.Duration(c.Timeout),
		Retries: c.Retries, Backoff: time.Duration(c.Backoff), BackoffMax: time.Duration(c.BackoffMax),
		Reads: network.Reads(c.ReadFrom), HashOnly: c.HashOnly,
		Redirects: c.Redirects, Refresh: time.Duration(c.Refresh),
	}
}

func originOptions(s scenario.Scenario) origin.Options {
	o := s.Origin
	return origin.Options{
		Latency: o.Recompute, Connections: o.Connections, Contention: o.Contention.Of(),
		Rate: float64(o.Limit), Burst: o.Burst, Replicas: o.Replicas, Lag: o.Lag, Cancel: o.CancelLate,
		Keys: s.Keys, Absent: o.Absent,
	}
}

func originClient(c scenario.OriginClient) origin.ClientOptions {
	return origin.ClientOptions{
		Timeout: time.Duration(c.Timeout), Retries: c.Retries, Backoff: c.Backoff,
		Budget: c.Budget.Of(), Admit: float64(c.Admit),
	}
}
