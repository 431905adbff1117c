// Package prom makes Prometheus metrics of what the strategies do, under the names
// that operators know.
//
//	metrics := prom.New(prometheus.DefaultRegisterer)
//	env := goredis.NewEnv(client, goredis.WithObserver(metrics.Observe))
package prom

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"stampede/strategies"
)

// Metrics counts what the strategies of a process do.
type Metrics struct {
	reads       *prometheus.CounterVec
	misses      prometheus.Counter
	stale       prometheus.Counter
	acquire     *prometheus.CounterVec
	wait        prometheus.Histogram
	origin      prometheus.Counter
	originFails prometheus.Counter
	load        prometheus.Histogram
	early       prometheus.Counter
	unwritten   prometheus.Counter
	rate        *rate
	hot         *hotKeys
}

// waitBuckets are the upper bounds, in seconds; an alarm is due when the 99th
// percentile of a wait exceeds one second.
var waitBuckets = []float64{.01, .05, .1, .25, .5, 1, 2, 5}

// New returns metrics that are registered with r.
func New(r prometheus.Registerer) *Metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	histogram := func(name, help string) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: waitBuckets})
	}
	m := &Metrics{
		reads:       counters("cache_read_total", "Reads, by how they were answered.", "result"),
		misses:      counter("cache_miss_total", "Reads that found no acceptable value; it spikes at an expiry."),
		stale:       counter("stale_served_total", "Reads that were served an old value; if it is always high, the TTL is too short or loads are too slow."),
		acquire:     counters("lock_acquire_total", "Attempts to take a lock, by their result.", "result"),
		wait:        histogram("lock_wait_duration_seconds", "How long reads waited for another's load, in their process or elsewhere."),
		origin:      counter("origin_queries_total", "Loads from the origin; its rate is origin_qps."),
		originFails: counter("origin_failures_total", "Loads from the origin that failed."),
		load:        histogram("origin_load_duration_seconds", "How long loads took."),
		early:       counter("cache_early_refresh_total", "Reads that XFetch chose to refresh early."),
		unwritten:   counter("cache_write_failed_total", "Values that were loaded and could not be written."),
	}
	m.rate = new(rate)
	m.hot = newHotKeys()
	r.MustRegister(m.reads, m.misses, m.stale, m.acquire, m.wait, m.origin, m.originFails, m.load, m.early, m.unwritten,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "origin_qps", Help: "Loads from the origin that ended within the last second.",
		}, func() float64 { return float64(m.rate.perSecond(time.Now())) }),
		m.hot)
	return m
}

// Observe counts an observation.
func (m *Metrics) Observe(_ context.Context, o strategies.Observation) {
	switch o.What {
	case strategies.Served:
		m.served(o)
		m.hot.read(o.Key)
	case strategies.LockAsked:
		m.acquire.WithLabelValues(map[bool]string{true: "acquired", false: "wait"}[o.Acquired]).Inc()
	case strategies.LockWaited:
		m.wait.Observe(o.Took.Seconds())
	case strategies.Loaded:
		m.origin.Inc()
		m.rate.count(time.Now())
		m.hot.loaded(o.Key, o.Took)
		m.load.Observe(o.Took.Seconds())
		if o.Err != nil && !errors.Is(o.Err, strategies.ErrNotFound) {
			m.originFails.Inc()
		}
	case strategies.Decided:
		if o.Decision.Refresh {
			m.early.Inc()
		}
	case strategies.WriteFailed:
		m.unwritten.Inc()
	}
}

func (m *Metrics) served(o strategies.Observation) {
	switch {
	case o.Err != nil:
		m.reads.WithLabelValues("error").Inc()
		m.misses.Inc()
	case o.Outcome == strategies.Hit:
		m.reads.WithLabelValues("hit").Inc()
	case o.Outcome == strategies.Stale:
		m.reads.WithLabelValues("stale").Inc()
		m.stale.Inc()
	default:
		m.reads.WithLabelValues("miss").Inc()
		m.misses.Inc()
	}
}
