package world_test

import (
	"testing"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/model/world"
	"stampede/strategies"
)

func config(t *testing.T, name, strategy string, seed uint64) world.Config {
	t.Helper()
	sc, err := scenario.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	c := world.Config{Scenario: sc, Seed: seed}
	for _, p := range strategies.All() {
		if p.Name == strategy {
			c.Strategy = p
		}
	}
	return c
}

func play(t *testing.T, c world.Config) (observe.Result, string) {
	t.Helper()
	summary := observe.NewSummary(100*ms, 0)
	var digest observe.Digest
	if err := world.Run(c, summary, &digest); err != nil {
		t.Fatal(err)
	}
	return summary.Result(), digest.String()
}

// sentinels gives a scenario a primary and two replicas, and processes that wait
// for 50 ms.
func sentinels(s *scenario.Scenario) {
	s.Redis.Servers = &scenario.RedisServers{
		Replicas: 2, Lag: workload.Exponential(2 * ms), Sync: workload.Constant(200 * ms),
		Detection: workload.Constant(500 * ms), Rejoin: workload.Constant(200 * ms), Learn: workload.Exponential(20 * ms),
	}
	s.Redis.Client = &scenario.RedisClient{Timeout: scenario.Length(50 * ms)}
}

// A primary dies under load: reads fail until a replica is promoted, and then go
// on; each run of a seed is the same.
func TestReadsGoOnAfterAFailover(t *testing.T) {
	t.Parallel()
	for _, strategy := range []string{"naive", "lock", "xfetch-lock"} {
		t.Run(strategy, func(t *testing.T) {
			c := config(t, "hot-key", strategy, 1)
			sentinels(&c.Scenario)
			c.Scenario.Faults = []scenario.Fault{{
				Do: fault.Crash, To: fault.Target{Who: fault.OneRedis}, At: scenario.Length(2500 * ms), For: workload.Constant(1000 * ms),
			}}
			r, digest := play(t, c)
			if _, again := play(t, c); again != digest {
				t.Errorf("digests %s and %s of one seed", digest, again)
			}
			if *r.Redis.Failovers != 1 || r.Errors == 0 || r.Unfinished != 0 {
				t.Errorf("%d failovers, %d errors, %d reads unfinished", *r.Redis.Failovers, r.Errors, r.Unfinished)
			}
			if r.Hits < 10_000 {
				t.Errorf("only %d hits", r.Hits)
			}
		})
	}
}

// The key that is on the isolated primary only when a replica takes over is absent
// because of the failover, and says so.
func TestAnAbsenceAfterAFailoverSaysSo(t *testing.T) {
	c := config(t, "hot-key", "lock", 1)
	sentinels(&c.Scenario)
	c.Scenario.Redis.Servers.Lag = workload.Constant(2 * time.Second) // longer than any entry lives
	c.Scenario.Faults = []scenario.Fault{{
		Do: fault.Partition, To: fault.Target{Who: fault.OneRedis}, Process: 1,
		At: scenario.Length(700 * ms), For: workload.Constant(2300 * ms),
	}}
	r, _ := play(t, c)
	if r.ExpiryCauses["failover"] != 1 || *r.Redis.Failovers != 1 {
		t.Errorf("causes of absences: %v after %d failovers", r.ExpiryCauses, *r.Redis.Failovers)
	}
}

// The keys of a cluster are spread over its nodes, and the strategies do not
// notice.
func TestAClusterServesAsOneServerDoes(t *testing.T) {
	t.Parallel()
	c := config(t, "hundred-keys", "lock", 1)
	alone, _ := play(t, c)
	c.Scenario.Redis.Servers = &scenario.RedisServers{Cluster: true, Shards: 3}
	c.Scenario.Redis.Client = &scenario.RedisClient{Redirects: 3}
	cluster, _ := play(t, c)
	if cluster.Errors != 0 || cluster.Redis.Refused != 0 {
		t.Errorf("%d errors, %d commands refused", cluster.Errors, cluster.Redis.Refused)
	}
	if cluster.DuplicateRecomputes != 0 || cluster.Episodes == 0 {
		t.Errorf("%d duplicates in %d episodes", cluster.DuplicateRecomputes, cluster.Episodes)
	}
	if a, b := float64(alone.Hits), float64(cluster.Hits); b < 0.95*a || b > 1.05*a {
		t.Errorf("%v hits on a cluster, %v on one server", b, a)
	}
}

// Waiters that poll saturate a server: the more of them, the longer the queue, and
// no event of the run is about it.
func TestPollersSaturateRedis(t *testing.T) {
	t.Parallel()
	c := config(t, "hot-key", "lock", 1)
	relaxed, _ := play(t, c)
	c.Scenario.Redis.Service = workload.Constant(100 * time.Microsecond) // 10 000 commands a second
	for _, setting := range []string{"poll=1ms", "workers=400"} {
		if err := c.Scenario.Set(setting); err != nil {
			t.Fatal(err)
		}
	}
	saturated, _ := play(t, c)
	if *saturated.Redis.QueueMax < 100 || *relaxed.Redis.QueueMax > 20 {
		t.Errorf("queues of %d, and of %d with pollers", *relaxed.Redis.QueueMax, *saturated.Redis.QueueMax)
	}
	if saturated.Redis.PeakPerS < 9000 || saturated.Redis.PeakPerS > 10_001 {
		t.Errorf("%d commands a second of at most 10 000", saturated.Redis.PeakPerS)
	}
}
