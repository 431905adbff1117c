package generate

import (
	"fmt"
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/scenario"
	"stampede/model/workload"
)

// most faults of a drawn scenario.
const faultsMax = 2

// shards of a drawn cluster.
const shards = 3

// kinds are what may go wrong, the dullest first.
var kinds = []fault.Kind{
	{Verb: fault.Pause, On: fault.Processes},
	{Verb: fault.Crash, On: fault.Processes},
	{Verb: fault.Slow, On: fault.Origin},
	{Verb: fault.Fail, On: fault.Origin},
	{Verb: fault.Flush, On: fault.Redis},
	{Verb: fault.Restart, On: fault.Processes},
	{Verb: fault.Outage, On: fault.Origin},
	{Verb: fault.Limit, On: fault.Origin},
	{Verb: fault.BrownOut, On: fault.Origin},
	{Verb: fault.Delay, On: fault.Processes},
	{Verb: fault.Squeeze, On: fault.Redis},
	{Verb: fault.ShiftClock, On: fault.Processes},
	{Verb: fault.Drift, On: fault.Processes},
	{Verb: fault.ShiftClock, On: fault.Redis},
	{Verb: fault.Drift, On: fault.Redis},
	crashRedis, pauseRedis,
	{Verb: fault.Lag, On: fault.Origin},
	isolation, isolate, migrate,
	disconnect, scriptFlush, clientPause,
	drop, partition, failover,
	// What locks have to survive comes more often.
	drop, partition, failover, partition, drop, partition, failover, partition,
}

// Kinds returns the kinds of faults that are drawn, in the order of the table of
// verbs.
func Kinds() []fault.Kind {
	return slices.DeleteFunc(fault.Kinds(), func(k fault.Kind) bool { return !slices.Contains(kinds, k) })
}

var (
	drop        = fault.Kind{Verb: fault.Drop, On: fault.Processes}
	partition   = fault.Kind{Verb: fault.Partition, On: fault.Processes}
	failover    = fault.Kind{Verb: fault.Failover, On: fault.Redis}
	isolation   = fault.Kind{Verb: fault.Partition, On: fault.Redis}
	isolate     = fault.Kind{Verb: fault.Isolate, On: fault.Redis}
	migrate     = fault.Kind{Verb: fault.Migrate, On: fault.Redis}
	crashRedis  = fault.Kind{Verb: fault.Crash, On: fault.Redis}
	pauseRedis  = fault.Kind{Verb: fault.Pause, On: fault.Redis}
	disconnect  = fault.Kind{Verb: fault.Disconnect, On: fault.Processes}
	scriptFlush = fault.Kind{Verb: fault.ScriptFlush, On: fault.Redis}
	clientPause = fault.Kind{Verb: fault.ClientPause, On: fault.Redis}

	// losing are those that lose messages, holding those that only hold them up, or
	// refuse them for a while.
	losing  = []fault.Kind{drop, partition, isolation, failover, crashRedis}
	holding = []fault.Kind{pauseRedis, clientPause, disconnect, isolate, migrate}
	// unseating are those that have a replica take the place of a primary.
	unseating = []fault.Kind{failover, isolation, isolate}
)

// faults draws what goes wrong, of some kinds; nothing is the dullest. Each fault
// is drawn wholly under labels of its own, so that one less leaves the others as
// they are.
func faults(s Source, among []fault.Kind, processes int) []scenario.Fault {
	var choices []fault.Kind
	for _, k := range kinds {
		if slices.Contains(among, k) {
			choices = append(choices, k)
		}
	}
	if choices == nil {
		return nil
	}
	var all []scenario.Fault
	for i := range oneOf(s, "faults", 0, 1, faultsMax, 1) {
		label := fmt.Sprintf("fault %d: ", i+1)
		all = append(all, one(s, label, oneOf(s, label+"kind", choices...), processes))
	}
	return all
}

func one(s Source, label string, kind fault.Kind, processes int) scenario.Fault {
	f := scenario.Fault{Do: kind.Verb, At: lengths(s, label+"at", 10, 60, 30)}
	if f.Upon = oneOf(s, label+"upon", 0, fault.Acquisition, fault.Publish, 0); f.Upon != 0 {
		f.Nth, f.At, f.After = 1, 0, f.At
	}
	row := kind.Verb.Describe()
	if !row.Instant && f.Upon == 0 {
		f.Every = lengths(s, label+"every", 0, 100, 150)
	}
	if !row.Instant {
		f.For = workload.Constant(time.Duration(lengths(s, label+"for", 20, 50, 30, 10, 100)))
	}
	f.To = target(s, label, kind, processes)
	if row.Needs&fault.By != 0 {
		f.By = scenario.Offset(50 * time.Millisecond)
	}
	switch kind.Verb {
	case fault.ShiftClock, fault.Drift:
		if yes(s, label+"back") {
			f.By = -f.By
		}
	case fault.Lag:
		f.By = scenario.Offset(lengths(s, label+"by", 50, 200))
	case fault.Migrate:
		f.By = scenario.Offset(lengths(s, label+"by", 10, 1, 30))
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
	if row.May&fault.OneWay != 0 && kind.On == fault.Processes {
		f.Way = oneOf(s, label+"way", scenario.RepliesOnly, scenario.RequestsOnly, scenario.BothWays)
	}
	if kind == isolation {
		f.Process = s.Int(label+"process", 0, processes)
	}
	return f
}

// target draws whom a fault befalls.
func target(s Source, label string, kind fault.Kind, processes int) fault.Target {
	switch {
	case kind.Verb == fault.Lag:
		return oneOf(s, label+"target", fault.Target{Who: fault.TheOrigin}, fault.Target{Who: fault.OriginReplica})
	case kind.On == fault.Origin:
		return fault.Target{Who: fault.TheOrigin}
	case kind == failover, kind == isolate:
		return fault.Target{Who: fault.Primary}
	case kind == isolation:
		return oneOf(s, label+"target", fault.Target{Who: fault.Primary}, fault.Target{Who: fault.AllRedis}, fault.Target{Who: fault.Primary})
	case kind == migrate:
		return fault.Target{Who: fault.OneRedis}
	case kind.On == fault.Redis:
		return fault.Target{Who: fault.AllRedis}
	}
	return oneOf(
		s, label+"target", fault.Target{Who: fault.LockHolder}, fault.Target{Who: fault.AllProcesses}, fault.Target{Who: fault.LockHolder},
		fault.Target{Who: fault.AnyProcess}, fault.Target{Who: fault.OneProcess, Index: processes - 1},
	)
}

// prepare gives a fault what it needs to have an effect.
func prepare(s Source, sc *scenario.Scenario, f *scenario.Fault) {
	switch {
	case f.Do == fault.BrownOut && sc.Origin.Connections == 0:
		f.Share = 0 // nothing is left of no limit
	case f.Do == fault.Squeeze && sc.Redis.Memory == nil:
		sc.Redis.Memory = &scenario.RedisMemory{Keys: s.Int("room", 2, 6)}
		_ = sc.Redis.Memory.Policy.UnmarshalText([]byte(oneOf(s, "eviction", "allkeys-lru", "allkeys-random", "volatile-ttl", "noeviction")))
	case f.Do == fault.Migrate:
		// The first key is in the first slot, which the first shard gives away at once. The
		// slots of the others would have their turns after thousands that are empty.
		f.To.Index = s.Int("to shard", 1, shards-1) * (1 + sc.Redis.Servers.Replicas)
	}
}

// servers draws what stands behind the name of Redis, and the way to it. Only a
// client with a time-out survives a message that is lost; where none is, it may
// have one.
func servers(s Source, r *scenario.Redis, all []scenario.Fault) {
	met := func(kinds ...fault.Kind) bool {
		return slices.ContainsFunc(all, func(f scenario.Fault) bool {
			return slices.Contains(kinds, fault.Kind{Verb: f.Do, On: f.To.Class()})
		})
	}
	if oneOf(s, "cluster", false, true, false, false) || met(migrate) {
		r.Servers = &scenario.RedisServers{Cluster: true, Shards: shards}
		r.Client = &scenario.RedisClient{Redirects: 3}
	}
	if met(unseating...) {
		if r.Servers == nil {
			r.Servers = &scenario.RedisServers{}
		}
		r.Servers.Replicas, r.Servers.Lag = s.Int("replicas", 1, 2), drawn(s, "lag", 0, 1, 10)
		r.Servers.Detection = workload.Constant(20 * time.Millisecond)
		r.Servers.Learn, r.Servers.Rejoin = drawn(s, "learn", 0, 10), drawn(s, "rejoin", 0, 50)
	}
	var patience []int // in milliseconds; 0 is for ever
	switch {
	case met(losing...):
		patience = []int{20, 20, 50}
	case met(holding...):
		patience = []int{0, 20, 50, 0, 0}
	default:
		return
	}
	r.Client = &scenario.RedisClient{
		Timeout: lengths(s, "time-out", patience...), Retries: oneOf(s, "retries", 0, 1, 0, 0), Redirects: 3,
	}
}
