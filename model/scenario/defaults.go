package scenario

import (
	"time"

	"stampede/model/workload"
)

// Defaults returns what a file that leaves fields out means: ten seconds of reads
// of one key by one process on a cold cache, half a millisecond to Redis and
// half a millisecond back, loads of 100 ms on an origin without a limit, and
// the strategies' default options. What has no default, a file must give: its
// field is tagged as required.
func Defaults() Scenario {
	leg := workload.Constant(500 * time.Microsecond)
	return Scenario{
		Duration:  Length(10 * time.Second),
		Drain:     Length(time.Minute),
		Bucket:    Length(100 * time.Millisecond),
		Start:     Cold,
		Keys:      1,
		Processes: 1,
		Network:   Network{Request: leg, Reply: leg},
		Redis:     Redis{Service: workload.Constant(time.Microsecond)},
		Origin:    Origin{Recompute: workload.Constant(100 * time.Millisecond), Burst: 1, Replicas: 1},
		Cache:     defaultCache(),
	}
}
