package study

import "stampede/model/observe"

// Metric is a figure of a run.
type Metric struct {
	Name string
	Of   func(*observe.Result) float64
}

// Metrics returns the figures that a sweep reports.
func Metrics() []Metric { return metrics }

var metrics = []Metric{
	{"reads", func(r *observe.Result) float64 { return float64(r.Reads) }},
	{"hits", func(r *observe.Result) float64 { return float64(r.Hits) }},
	{"misses", func(r *observe.Result) float64 { return float64(r.Misses) }},
	{"stale", func(r *observe.Result) float64 { return float64(r.Stale) }},
	{"errors", func(r *observe.Result) float64 { return float64(r.Errors) }},
	{"waiters", func(r *observe.Result) float64 { return float64(r.Waiters) }},
	{"expiries", func(r *observe.Result) float64 { return float64(r.Expiries) }},
	{"recomputes", func(r *observe.Result) float64 { return float64(r.Recomputes) }},
	{"early_recomputes", func(r *observe.Result) float64 { return float64(r.EarlyRecomputes) }},
	{"failed_loads", func(r *observe.Result) float64 { return float64(r.FailedLoads) }},
	{"episodes", func(r *observe.Result) float64 { return float64(r.Episodes) }},
	{"duplicate_recomputes", func(r *observe.Result) float64 { return float64(r.DuplicateRecomputes) }},
	{"max_concurrent_recomputes", func(r *observe.Result) float64 { return float64(r.MaxConcurrentRecomputes) }},
	{"peak_recomputes", func(r *observe.Result) float64 { return float64(r.PeakRecomputes.Count) }},
	{"lead_ms_mean", func(r *observe.Result) float64 { return r.LeadMS.Mean }},
	{"latency_ms_p50", func(r *observe.Result) float64 { return r.LatencyMS.P50 }},
	{"latency_ms_p99", func(r *observe.Result) float64 { return r.LatencyMS.P99 }},
	{"latency_ms_p999", func(r *observe.Result) float64 { return r.LatencyMS.P999 }},
	{"latency_ms_max", func(r *observe.Result) float64 { return r.LatencyMS.Max }},
	{"age_ms_p50", func(r *observe.Result) float64 { return r.AgeMS.P50 }},
	{"age_ms_p99", func(r *observe.Result) float64 { return r.AgeMS.P99 }},
	{"redis_commands", func(r *observe.Result) float64 { return float64(r.Redis.Commands) }},
	{"redis_peak_per_s", func(r *observe.Result) float64 { return float64(r.Redis.PeakPerS) }},
	{"origin_max_concurrent", func(r *observe.Result) float64 { return float64(r.Origin.MaxConcurrent) }},
	{"origin_queue_max", func(r *observe.Result) float64 { return float64(r.Origin.QueueMax) }},
	{"locks_acquired", func(r *observe.Result) float64 { return float64(r.Locks.Acquired) }},
	{"locks_contended", func(r *observe.Result) float64 { return float64(r.Locks.Contended) }},
	{"locks_lost", func(r *observe.Result) float64 { return float64(r.Locks.Lost) }},
	{"foreign_deletes", func(r *observe.Result) float64 { return float64(r.ForeignDeletes) }},
	{violationsMetric, func(r *observe.Result) float64 { return float64(r.ViolationCount) }},
	{unmetMetric, func(r *observe.Result) float64 { return float64(unmet(r)) }},
}

// What shows that a run did not hold.
const (
	violationsMetric = "violations"
	unmetMetric      = "unmet_expectations"
)

// unmet counts the expectations of the scenario that did not come true.
func unmet(r *observe.Result) (n int) {
	for _, e := range r.Expectations {
		if !e.Holds {
			n++
		}
	}
	return n
}

// MetricNames returns the names of all metrics.
func MetricNames() []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.Name)
	}
	return names
}
