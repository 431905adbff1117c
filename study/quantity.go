package study

import (
	"fmt"
	"math"
	"slices"

	"stampede/live"
	"stampede/model/observe"
)

// Quantity is a figure of a run in both worlds.
type Quantity struct {
	Name  string `json:"name"`
	Count bool   `json:"count"` // it must agree but for the sampling error
	// Model is the median over the model's seeds, and Low and High its range.
	Model     float64 `json:"model"`
	ModelLow  float64 `json:"model_low"`
	ModelHigh float64 `json:"model_high"`
	// Live is the median of the live runs.
	Live     float64 `json:"live"`
	LiveLow  float64 `json:"live_low"`
	LiveHigh float64 `json:"live_high"`
	// Ratio is Live over Model; 0 if that has none.
	Ratio float64 `json:"ratio,omitempty"`
	// Tolerance is how far Live may be from Model, and Why says where it is from.
	Tolerance float64 `json:"tolerance"`
	Why       string  `json:"why"`
	Inside    bool    `json:"inside"`
}

// quantities are what a pair compares. Counts must agree but for the sampling
// error, which is 0 where all seeds have the same count; latencies and rates
// depend on a machine's load too, and have a tolerance besides.
var quantities = []struct {
	name  string
	count bool
	of    func(observe.Result) float64
}{
	{"recomputes", true, func(r observe.Result) float64 { return float64(r.Recomputes) }},
	{"duplicate_recomputes", true, func(r observe.Result) float64 { return float64(r.DuplicateRecomputes) }},
	{"early_recomputes", true, func(r observe.Result) float64 { return float64(r.EarlyRecomputes) }},
	{"expiries", true, func(r observe.Result) float64 { return float64(r.Expiries) }},
	{"episodes", true, func(r observe.Result) float64 { return float64(r.Episodes) }},
	{"locks_lost", true, func(r observe.Result) float64 { return float64(r.Locks.Lost) }},
	{"foreign_deletes", true, func(r observe.Result) float64 { return float64(r.ForeignDeletes) }},
	{"recomputes_per_episode", true, func(r observe.Result) float64 { return ratio(r.Recomputes, r.Episodes) }},
	{"stale_share", true, func(r observe.Result) float64 { return ratio(r.Stale, r.Reads) }},
	{"locks_contended", false, func(r observe.Result) float64 { return float64(r.Locks.Contended) }},
	{"peak_recomputes", false, func(r observe.Result) float64 { return float64(r.PeakRecomputes.Count) }},
	{"latency_ms_p50", false, func(r observe.Result) float64 { return r.LatencyMS.P50 }},
	{"latency_ms_p99", false, func(r observe.Result) float64 { return r.LatencyMS.P99 }},
	{"reads", false, func(r observe.Result) float64 { return float64(r.Reads) }},
	{"redis_commands", false, func(r observe.Result) float64 { return float64(r.Redis.Commands) }},
}

func ratio(a, b uint64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// errors of a median: so many standard errors are tolerated, and a median's is so
// much larger than a mean's.
const (
	pairSigmas  = 3
	medianError = 1.2533
)

// late returns by how many milliseconds the machine woke who slept too late, at a
// quantile of latency: no latency is measured better than that.
func late(c *live.Calibration, quantity string) float64 {
	switch {
	case c == nil:
		return 0
	case quantity == "latency_ms_p50":
		return observe.Milliseconds(c.Oversleep.Quantile(0.5))
	case quantity == "latency_ms_p99":
		return observe.Milliseconds(c.Oversleep.Quantile(0.99))
	}
	return 0
}

func compare(models []Outcome, lives []observe.Result, tolerance float64, measured *live.Calibration) (all []Quantity, inside bool) {
	inside = true
	for _, q := range quantities {
		var model, real []float64
		for _, o := range models {
			model = append(model, q.of(o.Result))
		}
		for _, r := range lives {
			real = append(real, q.of(r))
		}
		c := Quantity{Name: q.name, Count: q.count}
		c.Model, c.ModelLow, c.ModelHigh = median(model)
		c.Live, c.LiveLow, c.LiveHigh = median(real)
		if c.Model != 0 {
			c.Ratio = c.Live / c.Model
		}
		c.Tolerance = pairSigmas * medianError * deviation(model) * math.Sqrt(1/float64(len(model))+1/float64(len(real)))
		c.Why = fmt.Sprintf("%d standard errors of sampling", pairSigmas)
		switch {
		case !q.count:
			c.Tolerance += tolerance * c.Model
			c.Why = fmt.Sprintf("%g %%, and %s", 100*tolerance, c.Why)
			if floor := late(measured, q.name); floor > 0 {
				c.Tolerance += floor
				c.Why = fmt.Sprintf("%.2f ms by which sleepers woke too late, %s", floor, c.Why)
			}
		case c.Tolerance == 0:
			c.Why = "exact"
		}
		c.Inside = math.Abs(c.Live-c.Model) <= c.Tolerance
		inside = inside && c.Inside
		all = append(all, c)
	}
	return all, inside
}

// median returns the median, the least and the greatest.
func median(values []float64) (middle, low, high float64) {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2, v[0], v[n-1]
}

// deviation returns the standard deviation.
func deviation(values []float64) float64 {
	if slices.Min(values) == slices.Max(values) {
		return 0 // to the last bit: then the counts must be the same
	}
	mean := 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	sum := 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}
