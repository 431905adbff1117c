package scenario

import (
	"stampede/model/workload"
)

// Origin is what the cache protects.
type Origin struct {
	Recompute   workload.Duration `yaml:"recompute" about:"how long a load from the origin takes, once it has a connection"`
	Connections int               `yaml:"connections" about:"loads the origin works on at one time; 0 is no limit"`
	Contention  Share             `yaml:"contention" about:"by how much each other load at work lengthens one that begins"`
	Limit       Rate              `yaml:"limit" about:"loads that the origin accepts; 0/s is no limit"`
	Burst       int               `yaml:"burst" about:"how many of them may come at once"`
	Replicas    int               `yaml:"replicas" about:"read replicas, which serve the loads in turn"`
	Lag         workload.Duration `yaml:"lag" about:"how long a write takes to each of them"`
	CancelLate  bool              `yaml:"cancel-late" about:"drop loads whose caller has stopped waiting"`
	Absent      int               `yaml:"absent" about:"keys, the last ones, that have no row until they are written"`
	Nested      bool              `yaml:"nested" about:"a load of the first key begins with a read of the last one"`
	Client      OriginClient      `yaml:"client" about:"each process's way to the origin"`
}

// OriginClient is each process's way to the origin.
type OriginClient struct {
	Timeout Length            `yaml:"timeout" about:"how long a process waits for a load; 0s is for ever"`
	Retries int               `yaml:"retries" about:"further attempts after a load that failed"`
	Backoff workload.Duration `yaml:"backoff" about:"the pause before each of them"`
	Budget  Share             `yaml:"budget" about:"retries for each load on average; 0% is no limit"`
	Admit   Rate              `yaml:"admit" about:"loads that each process lets through; 0/s is no limit"`
}

// Limits of the origin.
const (
	RetriesMax = 100
	BurstMax   = 1_000_000

	OriginReplicasMax = 100
)

func (o Origin) check(c *check, keys int) {
	c.duration("origin.recompute", o.Recompute)
	c.number("origin.connections", o.Connections, 0, ConnectionsMax)
	c.share("origin.contention", o.Contention, 10000)
	c.rate("origin.limit", o.Limit)
	c.number("origin.burst", o.Burst, 1, BurstMax)
	c.number("origin.replicas", o.Replicas, 1, OriginReplicasMax)
	c.duration("origin.lag", o.Lag)
	c.that(o.Absent >= 0 && o.Absent <= keys, "origin.absent", o.Absent, "from 0 to %d, the number of keys", keys)
	c.that(o.Client.Timeout <= LengthMax, "origin.client.timeout", o.Client.Timeout, "up to %v", LengthMax)
	c.number("origin.client.retries", o.Client.Retries, 0, RetriesMax)
	c.duration("origin.client.backoff", o.Client.Backoff)
	c.share("origin.client.budget", o.Client.Budget, 1000)
	c.rate("origin.client.admit", o.Client.Admit)
}

// rate checks a rate that may be 0.
func (c *check) rate(path string, r Rate) {
	if r != 0 && (r < RateMin || r > RateMax) {
		c.that(false, path, r, "0/s, or from %v to %v", RateMin, RateMax)
	}
}
