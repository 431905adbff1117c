package scenario

import (
	"time"

	"stampede/model/fault"
	"stampede/model/workload"
)

// Redis is the servers, and the way to them. Without more it is one server that
// never fails.
type Redis struct {
	Service workload.Duration `yaml:"service" about:"how long Redis works on a command"`
	Client  *RedisClient      `yaml:"client,omitempty" about:"each process's way to Redis; without it, it waits for ever"`
	Servers *RedisServers     `yaml:"servers,omitempty" about:"which servers there are; without it, one"`
	Memory  *RedisMemory      `yaml:"memory,omitempty" about:"how much each server holds; without it, there is no limit"`
	// ActiveExpiry matters to what there is room for, and to nothing that a
	// client sees.
	ActiveExpiry bool `yaml:"active-expiry,omitempty" about:"look for expired keys ten times a second, and not only when somebody asks for them"`
}

// RedisClient is each process's client of Redis.
type RedisClient struct {
	Timeout     Length   `yaml:"timeout" about:"how long a command waits for its reply; 0s is for ever"`
	Retries     int      `yaml:"retries" about:"how often a command is sent again after a failure that may pass"`
	Backoff     Length   `yaml:"backoff" about:"the pause before a retry, which doubles with each"`
	BackoffMax  Length   `yaml:"backoff-max" about:"the longest such pause"`
	Connections int      `yaml:"connections" about:"connections to each server, each for one command at a time; 0 is no limit"`
	PoolTimeout Length   `yaml:"pool-timeout" about:"how long a command waits for a free one; 0s is for ever"`
	ReadFrom    ReadFrom `yaml:"read-from" about:"which servers answer reads"`
	HashOnly    bool     `yaml:"hash-only" about:"never send a script's text to a server that does not know it"`
	Redirects   int      `yaml:"redirects" about:"how many redirections of a cluster a command follows"`
	Refresh     Length   `yaml:"refresh" about:"how old the map of a cluster may get; 0s is for ever"`
}

// RedlockServers is how many independent servers a Redlock is taken on.
const RedlockServers = 5

// RedisServers are the servers and how they stand in for each other.
type RedisServers struct {
	Cluster      bool              `yaml:"cluster" about:"spread the keys over the shards by their slots"`
	Shards       int               `yaml:"shards" about:"primaries; 0 is one"`
	Replicas     int               `yaml:"replicas" about:"replicas of each shard"`
	Lag          workload.Duration `yaml:"lag" about:"how long a write is under way to a replica"`
	Sync         workload.Duration `yaml:"sync" about:"how long a whole copy to a replica takes"`
	Detection    workload.Duration `yaml:"detection" about:"how long a primary must be out of reach until a replica takes its place"`
	Rejoin       workload.Duration `yaml:"rejoin" about:"how long after it is back a former primary still takes itself for one"`
	Learn        workload.Duration `yaml:"learn" about:"how long after a promotion the Sentinel of a client knows of it: it tells the client, and answers new connections by what it knows"`
	RelativeTTL  bool              `yaml:"relative-ttl" about:"ship what is left of a TTL, as servers before Redis 7"`
	ServeExpired bool              `yaml:"serve-expired" about:"replicas serve expired entries, as servers before Redis 3.2"`
}

// ReadFrom says which servers answer reads.
type ReadFrom uint8

const (
	// FromPrimary is the primary.
	FromPrimary ReadFrom = iota
	// FromReplicas is a replica, at random.
	FromReplicas
	// FromAny is the primary or a replica, at random.
	FromAny
)

var readFroms = words[ReadFrom]{"primary", "replicas", "any"}

// String writes it as it is read.
func (r ReadFrom) String() string { return readFroms.text(r) }

// MarshalText writes it for a scenario file.
func (r ReadFrom) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads it.
func (r *ReadFrom) UnmarshalText(text []byte) (err error) {
	*r, err = readFroms.parse(text)
	return err
}

// Limits of the servers.
const (
	ShardsMax   = 1000
	ReplicasMax = 10
)

func (r Redis) check(c *check) {
	c.duration("redis.service", r.Service)
	if k := r.Client; k != nil {
		for _, l := range []struct {
			name   string
			length Length
		}{{"timeout", k.Timeout}, {"backoff", k.Backoff}, {"pool-timeout", k.PoolTimeout}, {"refresh", k.Refresh}} {
			c.that(l.length >= 0 && l.length <= LengthMax, "redis.client."+l.name, l.length, "up to %v", LengthMax)
		}
		c.that(k.BackoffMax >= k.Backoff && k.BackoffMax <= LengthMax, "redis.client.backoff-max", k.BackoffMax, "from the back-off, %v, to %v", k.Backoff, LengthMax)
		c.number("redis.client.retries", k.Retries, 0, RetriesMax)
		c.number("redis.client.redirects", k.Redirects, 0, RetriesMax)
		c.number("redis.client.connections", k.Connections, 0, ConnectionsMax)
		c.that(k.ReadFrom <= FromAny, "redis.client.read-from", uint8(k.ReadFrom), "%s", readFroms.alternatives())
	}
	r.Servers.check(c)
	r.Memory.check(c)
}

func (s *RedisServers) check(c *check) {
	if s == nil {
		return
	}
	c.number("redis.servers.shards", s.Shards, 0, ShardsMax)
	c.that(s.Shards <= 1 || s.Cluster, "redis.servers.shards", s.Shards, "1, or several in a cluster")
	c.number("redis.servers.replicas", s.Replicas, 0, ReplicasMax)
	for _, d := range []struct {
		name   string
		length workload.Duration
	}{{"lag", s.Lag}, {"sync", s.Sync}, {"detection", s.Detection}, {"rejoin", s.Rejoin}, {"learn", s.Learn}} {
		c.duration("redis.servers."+d.name, d.length)
	}
	c.that(s.Replicas == 0 || s.Detection.Mean() >= time.Millisecond, "redis.servers.detection", s.Detection, "at least 1ms, where there are replicas")
}

// checkSilence checks that a fault that leaves a command without a reply meets a
// client that does not wait for ever.
func (f Fault) checkSilence(c *check, path string, r Redis) {
	silent := f.Do == fault.Drop || f.Do == fault.Partition || f.Do == fault.Crash && f.To.Class() == fault.Redis
	c.that(!silent || r.Client != nil && r.Client.Timeout > 0, path+"do", f.Do, "it where redis.client.timeout is more than 0s: no reply comes")
}

// nodes is how many servers there are.
func (s *RedisServers) nodes() int {
	if s == nil {
		return 1
	}
	return max(s.Shards, 1) * (1 + s.Replicas)
}

// checkEnds checks that what the fault names at both ends exists, and that the
// settings are those of its target.
func (f Fault) checkEnds(c *check, path string, s Scenario) {
	servers := s.Redis.Servers
	onServer := f.To.Class() == fault.Redis
	c.that(f.To.Who != fault.OneRedis || f.To.Index < servers.nodes(), path+"to", f.To, "up to redis-%d", servers.nodes())
	c.that(f.To.Who != fault.LockServer || f.To.Index < RedlockServers, path+"to", f.To, "up to lock-server-%d", RedlockServers)
	c.that(f.To.Who != fault.LockServer || f.Do != fault.Failover && f.Do != fault.Isolate && f.Do != fault.Migrate && f.Do != fault.Squeeze, path+"to", f.To, "another server for %v", f.Do)
	c.that(f.To.Who != fault.OriginReplica || f.Do == fault.Lag, path+"to", f.To, "origin for %v", f.Do)
	c.that(f.To.Who != fault.OriginReplica || f.To.Index < s.Origin.Replicas, path+"to", f.To, "up to origin-%d", s.Origin.Replicas)
	c.number(path+"server", f.Server, 0, servers.nodes())
	c.number(path+"process", f.Process, 0, s.Processes)
	c.that(f.Server == 0 || !onServer, path+"server", f.Server, "nothing, where the target is a server")
	c.that(f.Process == 0 || onServer, path+"process", f.Process, "nothing, where the target is no server")
	c.that(f.Way == BothWays || !onServer, path+"way", f.Way, "nothing, where the target is a server")
	c.that(f.Do != fault.Migrate || servers != nil && servers.Cluster && servers.Shards > 1, path+"do", f.Do, "it where redis.servers is a cluster of several shards")
	c.that(f.Do != fault.Migrate || f.To.Who != fault.AllRedis, path+"to", f.To, "one server for migrate")
}
