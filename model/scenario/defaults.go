package scenario

import (
	"time"

	"stampede/model/workload"
	"stampede/strategies"
)

// Defaults returns what a file that leaves fields out means: ten seconds of reads
// of one key by one process on a cold cache, half a millisecond to Redis and
// half a millisecond back, loads of 100 ms on an origin without a limit, and
// the strategies' default options. A file must give version, name and arrivals,
// for which there is no default.
func Defaults() Scenario {
	o := strategies.DefaultOptions()
	leg := workload.Constant(500 * time.Microsecond)
	return Scenario{
		Duration:  Length(10 * time.Second),
		Bucket:    Length(100 * time.Millisecond),
		Start:     Cold,
		Keys:      1,
		Processes: 1,
		Network:   Network{Request: leg, Reply: leg},
		Redis:     Redis{Service: workload.Constant(time.Microsecond)},
		Origin:    Origin{Recompute: workload.Constant(100 * time.Millisecond)},
		Cache: Cache{
			TTL:    Length(o.TTL),
			Jitter: Jitter{length: o.Jitter},
			Beta:   o.Beta,
			Lock: Lock{
				TTL: Length(o.Lock.TTL), Poll: Length(o.Lock.Poll), Wait: Length(o.Lock.Wait),
				AtomicPublish: o.Lock.AtomicPublish,
			},
		},
	}
}

// required are the fields that have no default, in the order in which their
// absence is reported; those of a group only if the group is given.
var required = []struct{ group, path, accepted string }{
	{"", "version", "version: 1"},
	{"", "name", "a name in lower-case letters, digits and hyphens, as in name: hot-key"},
	{"", "arrivals", "exactly one of closed and poisson, as in arrivals: {poisson: {rate: 200/s}}"},
	{"arrivals.closed", "arrivals.closed.workers", "a whole number, as in workers: 100"},
	{"arrivals.poisson", "arrivals.poisson.rate", "a number per second, as in rate: 2000/s"},
}
