package live

import (
	"context"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"stampede/strategies"
	"stampede/strategies/prom"
)

// measure registers the metrics of a run on the server, and returns what observes
// the strategies for them; nil without a registry.
func (s *server) measure(registry prometheus.Registerer) func(context.Context, strategies.Observation) {
	if registry == nil {
		return nil
	}
	registry.MustRegister(keyspace{s})
	return prom.New(registry).Observe
}

// keyspace collects what the servers count of the keys that are asked for: by all
// clients, since the servers started. It has the names of redis_exporter, which has
// these of a server in production.
type keyspace struct{ *server }

// keyspaceCounts are the counters by their names in INFO.
var keyspaceCounts = map[string]*prometheus.Desc{
	"keyspace_hits": prometheus.NewDesc("redis_keyspace_hits_total",
		"Commands that found their key, as the servers count them.", nil, nil),
	"keyspace_misses": prometheus.NewDesc("redis_keyspace_misses_total",
		"Commands that did not find their key, as the servers count them.", nil, nil),
}

// Describe tells what Collect collects.
func (keyspace) Describe(to chan<- *prometheus.Desc) {
	for _, d := range keyspaceCounts {
		to <- d
	}
}

// Collect asks the servers. One that does not tell, as it is down or by its kind, has
// no such metric; and where a part of a cluster does not, the sum would be wrong.
func (k keyspace) Collect(to chan<- prometheus.Metric) {
	sums := make(map[*prometheus.Desc]uint64)
	err := k.info(context.Background(), "stats", func(name, value string) {
		if d := keyspaceCounts[name]; d != nil {
			n, _ := strconv.ParseUint(value, 10, 64)
			sums[d] += n
		}
	})
	if err != nil {
		return
	}
	for d, sum := range sums {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(sum))
	}
}
