package expect

import (
	"slices"
	"strings"
	"testing"

	"stampede/model/observe"
)

// The table is made from the fields of a result: these are samples of each kind.
func TestMetricsAreTheFiguresOfAResult(t *testing.T) {
	seen := map[string]Metric{}
	for _, m := range Metrics() {
		if _, twice := seen[m.Name]; twice {
			t.Errorf("%s stands twice", m.Name)
		}
		seen[m.Name] = m
		if m.About == "" {
			t.Errorf("%s: nothing says what it is", m.Name)
		}
		if strings.Contains(m.Name, "_ms") || strings.Contains(m.Name, "per_s") {
			t.Errorf("%s has a unit in its name", m.Name)
		}
	}
	for name, unit := range map[string]Unit{
		"recomputes": Count, "waiters": Count, "locks.lost": Count, "lead.count": Count, "expiry_causes.cold_start": Count,
		"peak_recomputes.count": Count, "latency.p999": Length, "age.max": Length, "lead.mean": Length,
		"overlap.total": Length, "redis.peak": Rate, "stale_share": Share,
	} {
		if m, ok := seen[name]; !ok || m.Unit != unit {
			t.Errorf("%s: known %v, in %v; want %v", name, ok, m.Unit, unit)
		}
	}
	for _, name := range append(slices.Clone(carried), "seed", "events", "peak_recomputes.bucket") {
		if m, ok := seen[name]; ok != slices.Contains(carried, name) || ok && !m.Whole {
			t.Errorf("%s: known %v, whole %v", name, ok, m.Whole)
		}
	}
}

func TestMetricsMeasure(t *testing.T) {
	r := observe.Result{
		Reads: 200, Hits: 150, Stale: 3, Errors: 1, Recomputes: 7, MaxConcurrentRecomputes: 2,
		ExpiryCauses: map[string]uint64{"cold start": 4},
		LatencyMS:    observe.Quantiles{P99: 12.5},
		Redis:        observe.RedisLoad{PeakPerS: 9},
		LeadMS:       observe.Mean{Mean: 3, Count: 1},
	}
	for name, want := range map[string]float64{
		"reads": 200, "recomputes": 7, "max_concurrent_recomputes": 2, "expiry_causes.cold_start": 4, "expiry_causes.expired": 0,
		"latency.p99": 12.5, "redis.peak": 9, "hit_share": 75, "stale_share": 1.5, "lead.mean": 3,
	} {
		m, instead := find(name)
		if instead != "" {
			t.Errorf("%s: %s", name, instead)
			continue
		}
		if got, ok := m.Of(r); got != want || !ok {
			t.Errorf("%s is %v, %v; want %v", name, got, ok, want)
		}
	}
	for _, name := range []string{"latency.p50", "age.max", "lead.mean", "error_share"} {
		m, _ := find(name)
		if x, ok := m.Of(observe.Result{}); ok {
			t.Errorf("%s of no reads is %v", name, x)
		}
	}
}
