package study

import (
	"fmt"
	"math"
	"slices"
	"time"

	"stampede/model/expect"
	"stampede/model/observe"
)

// Quantity is a figure of a run in both worlds.
type Quantity struct {
	Name  string `json:"name"`           // of a metric, as in latency.p99; or recomputes_per_episode
	Unit  string `json:"unit,omitempty"` // of its figures: ms, % or /s; a count has none
	Count bool   `json:"count"`          // it must agree but for the sampling error
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
	// Live must lie between From and To, and Why says where these are from.
	From   float64 `json:"from"`
	To     float64 `json:"to"`
	Why    string  `json:"why"`
	Inside bool    `json:"inside"`
	// Judged is false if the machine was disturbed, and the figure depends on it.
	Judged bool `json:"judged"`
}

// quantities are what a pair compares: metrics, by their names. Counts must agree but for
// the sampling error, which is 0 where all seeds have the same count; latencies and rates
// depend on a machine's load too, and have a tolerance besides.
var quantities = []compared{
	{name: "recomputes", count: true},
	{name: "duplicate_recomputes", count: true},
	{name: "early_recomputes", count: true},
	{name: "expiries", count: true},
	{name: "episodes", count: true},
	{name: "locks.lost", count: true},
	{name: "foreign_deletes", count: true},
	{name: "recomputes_per_episode", count: true, of: perEpisode},
	{name: "stale_share", count: true},
	{name: "waiters"},
	{name: "locks.contended"},
	{name: "peak_recomputes.count"},
	{name: "latency.p50", quantile: 0.5},
	{name: "latency.p99", quantile: 0.99},
	{name: "reads"},
	{name: "redis.commands", perSecond: true},
}

type compared struct {
	name      string
	count     bool
	of        func(observe.Result) float64 // of what is no metric
	quantile  float64                      // of a latency: the share of reads that take no longer
	perSecond bool                         // it is divided by the time for which reads start
}

// measure returns how to take the figure of a run, 0 where there was nothing to measure,
// and its unit.
func (q compared) measure() (of func(observe.Result) float64, unit string) {
	if q.of != nil {
		return q.of, ""
	}
	m, err := expect.Named(q.name)
	if err != nil {
		panic("study: quantities: " + err.Error())
	}
	unit = m.Unit.Symbol()
	if q.perSecond {
		unit = expect.Rate.Symbol()
	}
	return func(r observe.Result) float64 {
		v, measured := m.Of(r)
		if !measured {
			return 0
		}
		return v
	}, unit
}

func perEpisode(r observe.Result) float64 {
	if r.Episodes == 0 {
		return 0
	}
	return float64(r.Recomputes) / float64(r.Episodes)
}

const exactly = "exact"

// errors of a median: so many standard errors are tolerated, and a median's is so
// much larger than a mean's.
const (
	pairSigmas  = 3
	medianError = 1.2533
)

// compare judges the figures. On a machine that was not steady it judges those alone
// that are exact.
func (p Pair) compare(models []Outcome, lives []observe.Result, steady bool) (all []Quantity, inside bool) {
	tolerance := p.Tolerance
	inside = true
	for _, q := range quantities {
		of, unit := q.measure()
		per := 1.0
		if q.perSecond {
			per = time.Duration(p.Run.Scenario.Duration).Seconds()
		}
		figures := func(of func(Outcome) float64) (all []float64) {
			for _, o := range models {
				all = append(all, of(o))
			}
			return all
		}
		model := figures(func(o Outcome) float64 { return of(o.Result) / per })
		var real []float64
		for _, r := range lives {
			real = append(real, of(r)/per)
		}
		c := Quantity{Name: q.name, Unit: unit, Count: q.count}
		c.Model, c.ModelLow, c.ModelHigh = median(model)
		c.Live, c.LiveLow, c.LiveHigh = median(real)
		if c.Model != 0 {
			c.Ratio = c.Live / c.Model
		}
		sampling := pairSigmas * medianError * deviation(model) * math.Sqrt(1/float64(len(model))+1/float64(len(real)))
		c.From, c.To = c.Model, c.Model
		c.Why = fmt.Sprintf("%d standard errors of sampling", pairSigmas)
		switch {
		case q.quantile > 0:
			// The latencies between which the reads that take longer are as many more,
			// or fewer.
			slower := 1 - q.quantile
			c.From, _, _ = median(figures(func(o Outcome) float64 { return o.latency(1 - slower*(1+tolerance)) }))
			c.To, _, _ = median(figures(func(o Outcome) float64 { return o.latency(1 - slower*(1-tolerance)) }))
			c.Why = fmt.Sprintf("%g %% of it and of the reads that are slower, and %s", 100*tolerance, c.Why)
		case !q.count:
			c.Why = fmt.Sprintf("%g %%, and %s", 100*tolerance, c.Why)
		case sampling == 0:
			c.Why = exactly
		}
		if !q.count {
			c.From, c.To = c.From*(1-tolerance), c.To*(1+tolerance)
		}
		c.From, c.To = c.From-sampling, c.To+sampling
		c.Inside = c.From <= c.Live && c.Live <= c.To
		c.Judged = steady || c.Why == exactly
		inside = inside && (c.Inside || !c.Judged)
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
