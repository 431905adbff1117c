package generate

import (
	"fmt"
	"time"

	"stampede/model/fault"
	"stampede/model/scenario"
	"stampede/model/workload"
)

// most faults of a drawn scenario.
const faultsMax = 2

// faults draws what goes wrong; nothing is the dullest. Each fault is drawn
// wholly under labels of its own, so that one less leaves the others as they are.
func faults(s Source, processes int) []scenario.Fault {
	var all []scenario.Fault
	for i := range oneOf(s, "faults", 0, 1, faultsMax, 1) {
		label := fmt.Sprintf("fault %d: ", i+1)
		verb := oneOf(
			s, label+"verb", fault.Pause, fault.Crash, fault.Slow, fault.Fail, fault.Flush, fault.Restart,
			fault.Outage, fault.Limit, fault.ShiftClock, fault.Drift, fault.Drop, fault.Partition, fault.Failover,
			// What locks have to survive comes more often.
			fault.Drop, fault.Partition, fault.Failover, fault.Partition, fault.Drop, fault.Partition, fault.Failover, fault.Partition,
		)
		all = append(all, one(s, label, verb, processes))
	}
	return all
}

func one(s Source, label string, verb fault.Verb, processes int) scenario.Fault {
	f := scenario.Fault{Do: verb, At: lengths(s, label+"at", 10, 60, 30)}
	if f.Upon = oneOf(s, label+"upon", 0, fault.Acquisition, fault.Publish, 0); f.Upon != 0 {
		f.Nth, f.At, f.After = 1, 0, f.At
	}
	row := verb.Describe()
	if !row.Instant && f.Upon == 0 {
		f.Every = lengths(s, label+"every", 0, 100, 150)
	}
	if !row.Instant {
		f.For = workload.Constant(time.Duration(lengths(s, label+"for", 20, 50, 30, 10, 100)))
	}
	switch row.On[0] {
	case fault.Origin:
		f.To = fault.Target{Who: fault.TheOrigin}
	case fault.Redis:
		f.To = fault.Target{Who: fault.AllRedis}
		if verb == fault.Failover {
			f.To.Who = fault.Primary
		}
	default:
		f.To = oneOf(
			s, label+"target", fault.Target{Who: fault.LockHolder}, fault.Target{Who: fault.AllProcesses}, fault.Target{Who: fault.LockHolder},
			fault.Target{Who: fault.AnyProcess}, fault.Target{Who: fault.OneProcess, Index: processes - 1},
		)
	}
	if row.Needs&fault.By != 0 {
		f.By = oneOf(s, label+"by", scenario.Offset(50*time.Millisecond), scenario.Offset(-50*time.Millisecond))
	}
	if row.Needs&fault.Factor != 0 {
		f.Factor = float64(oneOf(s, label+"factor", 3, 10))
	}
	if row.Needs&fault.PerSec != 0 {
		f.Rate = 5
	}
	if row.Needs&fault.Amount != 0 {
		f.Share = 50
	}
	if row.May&fault.OneWay != 0 {
		f.Way = oneOf(s, label+"way", scenario.RepliesOnly, scenario.RequestsOnly, scenario.BothWays)
	}
	return f
}

// servers draws what stands behind the name of Redis, and the way to it. Only a
// client with a time-out survives a message that is lost.
func servers(s Source, r *scenario.Redis, all []scenario.Fault) {
	if oneOf(s, "cluster", false, true, false, false) {
		r.Servers = &scenario.RedisServers{Cluster: true, Shards: 3}
		r.Client = &scenario.RedisClient{Redirects: 3}
	}
	for _, f := range all {
		switch f.Do {
		case fault.Failover:
			r.Servers = &scenario.RedisServers{
				Replicas: s.Int("replicas", 1, 2), Lag: drawn(s, "lag", 0, 1, 10),
				Detection: workload.Constant(20 * time.Millisecond),
			}
			fallthrough
		case fault.Drop, fault.Partition:
			r.Client = &scenario.RedisClient{
				Timeout: lengths(s, "time-out", 20, 20, 50), Retries: oneOf(s, "retries", 0, 1, 0, 0), Redirects: 3,
			}
		}
	}
}
