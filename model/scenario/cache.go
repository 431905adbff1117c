package scenario

// Cache holds the settings of the strategy.
type Cache struct {
	TTL         Length   `yaml:"ttl" about:"how long an entry lives"`
	Jitter      Jitter   `yaml:"jitter" about:"the most that a TTL is lengthened by, at random"`
	Stale       Length   `yaml:"stale" about:"how long an entry lives beyond its TTL, where old values are served; 0 is as long as the TTL"`
	Logical     float64  `yaml:"logical" about:"the share of its TTL for which an entry is fresh, with logical-ttl"`
	Interval    Length   `yaml:"interval" about:"how often a scheduled refresh rewrites an entry; 0 is the TTL"`
	Beta        float64  `yaml:"beta" about:"how early XFetch refreshes: more is earlier, 0 is never"`
	Smoothing   float64  `yaml:"smoothing" about:"the weight, in XFetch's δ, of the loads before"`
	Ahead       float64  `yaml:"ahead" about:"the share of the TTL that is left when refresh-ahead sets in"`
	LoadTimeout Length   `yaml:"load-timeout" about:"the most that a load may take; 0 is no limit"`
	Lock        Lock     `yaml:"lock" about:"the lock in Redis, and the wait for it"`
	Lease       Lease    `yaml:"lease" about:"the leases"`
	Redlock     Redlock  `yaml:"redlock" about:"the lock on several servers"`
	Guard       Guard    `yaml:"guard" about:"the limits of origin-guard, for each process"`
	Failure     Failure  `yaml:"failure" about:"how failures are remembered, by fail-safe and negative"`
	Fallback    Fallback `yaml:"fallback" about:"what a process does without Redis"`
}

// Lock holds the settings of the Redis lock.
type Lock struct {
	TTL           Length  `yaml:"ttl" about:"how long a lock lives that is not released"`
	Poll          Length  `yaml:"poll" about:"the pause between two looks of a reader that waits for a lock's holder"`
	Growth        float64 `yaml:"growth" about:"by how much backoff lengthens each pause"`
	PollMax       Length  `yaml:"poll-max" about:"how long that pause can get with backoff"`
	Recheck       Length  `yaml:"recheck" about:"how long a reader that waits for a notification goes without a look"`
	Wait          Length  `yaml:"wait" about:"how long a reader waits for a lock's holder before it gives up; with singleflight up to twice as long, as who joins another's wait late has one of its own after it"`
	FallThrough   int     `yaml:"fall-through" about:"how many readers of a process may load for themselves when they give up"`
	MaxHold       Length  `yaml:"max-hold" about:"how long a watchdog renews a lock at most"`
	AtomicPublish bool    `yaml:"atomic-publish" about:"write the value and release the lock in one step"`
}

// Lease holds the settings of leases.
type Lease struct {
	Period Length `yaml:"period" about:"how long after a lease was granted no other is"`
}

// Redlock holds the settings of Redlock.
type Redlock struct {
	Timeout Length  `yaml:"timeout" about:"how long one server is waited for"`
	Drift   float64 `yaml:"drift" about:"the share of the lock's TTL by which clocks may drift apart"`
}

// Guard holds the settings of the origin guard.
type Guard struct {
	Concurrent int     `yaml:"concurrent" about:"how many loads may be in progress at one time"`
	Rate       float64 `yaml:"rate" about:"how many loads may start in a second; 0 is no limit"`
	Burst      int     `yaml:"burst" about:"how many of them may start at once"`
}

// Failure holds the settings of the memory of failures.
type Failure struct {
	BackOff    Length `yaml:"back-off" about:"how long after a failure a key's origin is left alone, at first"`
	BackOffMax Length `yaml:"back-off-max" about:"how long that can get by doubling"`
	Absent     Length `yaml:"absent" about:"how long it is remembered that a key has no value"`
}

// Fallback holds the settings for the time without Redis.
type Fallback struct {
	Concurrent int `yaml:"concurrent" about:"how many reads may load from the origin at one time"`
	Keys       int `yaml:"keys" about:"how many last values are remembered"`
}
