package prom_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"stampede/strategies"
	"stampede/strategies/prom"
)

func TestObservationsAreCountedUnderTheirNames(t *testing.T) {
	r := prometheus.NewPedanticRegistry()
	m := prom.New(r)
	for _, o := range []strategies.Observation{
		{What: strategies.Served, Outcome: strategies.Hit},
		{What: strategies.Served, Outcome: strategies.Hit},
		{What: strategies.Served, Outcome: strategies.Miss},
		{What: strategies.Served, Outcome: strategies.Stale},
		{What: strategies.Served, Err: errors.New("down")},
		{What: strategies.LockAsked, Acquired: true},
		{What: strategies.LockAsked},
		{What: strategies.LockAsked},
		{What: strategies.LockWaited, Took: 200 * time.Millisecond},
		{What: strategies.Loaded, Took: time.Second},
		{What: strategies.Loaded, Err: errors.New("down")},
		{What: strategies.Loaded, Err: strategies.ErrNotFound},
		{What: strategies.Decided, Decision: strategies.Decision{Refresh: true}},
		{What: strategies.Decided},
		{What: strategies.WriteFailed},
	} {
		m.Observe(context.Background(), o)
	}
	const want = `
# HELP cache_miss_total Reads that found no acceptable value; it spikes at an expiry.
# TYPE cache_miss_total counter
cache_miss_total 2
# HELP cache_read_total Reads, by how they were answered.
# TYPE cache_read_total counter
cache_read_total{result="error"} 1
cache_read_total{result="hit"} 2
cache_read_total{result="miss"} 1
cache_read_total{result="stale"} 1
# HELP lock_acquire_total Attempts to take a lock, by their result.
# TYPE lock_acquire_total counter
lock_acquire_total{result="acquired"} 1
lock_acquire_total{result="wait"} 2
# HELP origin_failures_total Loads from the origin that failed.
# TYPE origin_failures_total counter
origin_failures_total 1
# HELP origin_queries_total Loads from the origin; its rate is origin_qps.
# TYPE origin_queries_total counter
origin_queries_total 3
# HELP stale_served_total Reads that were served an old value; if it is always high, the TTL is too short or loads are too slow.
# TYPE stale_served_total counter
stale_served_total 1
`
	err := testutil.GatherAndCompare(r, strings.NewReader(want),
		"cache_miss_total", "cache_read_total", "lock_acquire_total", "origin_failures_total", "origin_queries_total", "stale_served_total")
	if err != nil {
		t.Error(err)
	}
	if n, err := testutil.GatherAndCount(r, "lock_wait_duration_seconds"); n != 1 || err != nil {
		t.Errorf("lock_wait_duration_seconds: %d, %v", n, err)
	}
}
