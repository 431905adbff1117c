package expect

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"stampede/internal/near"
	"stampede/model/observe"
)

// Unit is what a metric counts in.
type Unit uint8

// The units.
const (
	Count  Unit = iota + 1 // as in 5
	Length                 // of time, as in 50ms
	Share                  // of the reads, as in 1%
	Rate                   // per second, as in 2000/s
)

// String says how a value of the unit is written.
func (u Unit) String() string {
	return [...]string{
		Count: "a number, as in 5", Length: "a length of time, as in 50ms",
		Share: "a share, as in 1%", Rate: "a number per second, as in 2000/s",
	}[u]
}

// Symbol is what stands after a value of the unit where values are bare: those of a
// length are in milliseconds. A number has none.
func (u Unit) Symbol() string { return [...]string{Count: "", Length: "ms", Share: "%", Rate: "/s"}[u] }

// Metric is a figure of a run.
type Metric struct {
	Name  string // as in latency.p99
	Unit  Unit
	About string // what it is
	// Whole metrics are of the whole run only, not of a window: they carry
	// over from what was before.
	Whole bool
	of    func(observe.Result) float64
	// there tells whether the run has measured it; nil if every run does.
	there func(observe.Result) bool
}

// Metrics returns all metrics, in the order of the result's fields and then the
// shares.
func Metrics() []Metric { return slices.Clone(table) }

var table = append(figures(reflect.TypeFor[observe.Result](), nil, "", ""), shares...)

// shares are the metrics that a result does not have as such.
var shares = []Metric{
	{Name: "hit_share", Unit: Share, About: "hits among the reads", of: share(func(r observe.Result) uint64 { return r.Hits })},
	{Name: "miss_share", Unit: Share, About: "misses among the reads", of: share(func(r observe.Result) uint64 { return r.Misses })},
	{Name: "stale_share", Unit: Share, About: "stale answers among the reads", of: share(func(r observe.Result) uint64 { return r.Stale })},
	{Name: "error_share", Unit: Share, About: "errors among the reads", of: share(func(r observe.Result) uint64 { return r.Errors })},
}

// share returns a number of reads in percent of all reads.
func share(part func(observe.Result) uint64) func(observe.Result) float64 {
	return func(r observe.Result) float64 { return float64(100*part(r)) / float64(r.Reads) }
}

// carried are the metrics that a window does not have.
var carried = []string{
	"max_concurrent_recomputes", "overlap.max", "overlap.total", "overlap.longest",
	"outdated.reads", "outdated.longest", "redis.queue_max", "unfinished", "waiters", "violation_count",
}

// unmeasured are the numbers of a result that are no figures of the run.
var unmeasured = []string{"seed", "events", "peak_recomputes.bucket"}

// figures returns the numbers in a struct of a result. Its names in JSON tell
// the units, and its tags what they are; of quantiles the struct's own tag does.
func figures(t reflect.Type, index []int, prefix, of string) []Metric {
	var all []Metric
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		name, unit := prefix+tag, Count
		about := f.Tag.Get("about")
		if about == "" {
			about = of
		}
		if bare, ok := strings.CutSuffix(name, "_ms"); ok {
			name, unit = bare, Length
		} else if bare, ok := strings.CutSuffix(name, "_per_s"); ok {
			name, unit = bare, Rate
		} else if strings.Contains(prefix, "_ms.") && tag != "count" {
			unit = Length
		}
		kind := f.Type.Kind()
		if f.Type == reflect.TypeFor[*uint64]() {
			kind = reflect.Uint64
		}
		switch kind {
		case reflect.Struct:
			all = append(all, figures(f.Type, at, prefix+tag+".", about)...)
			continue
		case reflect.Map:
			all = append(all, causes(at, name, about)...)
			continue
		case reflect.Int, reflect.Uint64, reflect.Float64:
		default:
			continue // texts and lists are no figures
		}
		name = strings.ReplaceAll(name, "_ms.", ".")
		if !slices.Contains(unmeasured, name) {
			all = append(all, Metric{
				Name: name, Unit: unit, About: about, Whole: slices.Contains(carried, name),
				of:    func(r observe.Result) float64 { return number(reflect.ValueOf(r).FieldByIndex(at)) },
				there: func(r observe.Result) bool { return !missing(reflect.ValueOf(r).FieldByIndex(at)) },
			})
		}
	}
	return all
}

// counted are the maps of counts, with what they count by.
var counted = map[string]func() []string{
	"expiry_causes": func() (names []string) {
		for _, c := range observe.Causes() {
			names = append(names, c.String())
		}
		return names
	},
	"error_causes": observe.ErrorCauses,
}

// causes returns the counts of a map; of one that has none, nothing.
func causes(index []int, prefix, about string) []Metric {
	by, ok := counted[prefix]
	if !ok {
		return nil
	}
	var all []Metric
	for _, cause := range by() {
		all = append(all, Metric{
			Name: prefix + "." + strings.ReplaceAll(strings.ToLower(cause), " ", "_"), Unit: Count, About: about,
			of: func(r observe.Result) float64 {
				counts := reflect.ValueOf(r).FieldByIndex(index).Interface().(map[string]uint64)
				return float64(counts[cause])
			},
		})
	}
	return all
}

// missing tells whether a figure is one that only some runs measure, and not this one.
func missing(v reflect.Value) bool { return v.Kind() == reflect.Pointer && v.IsNil() }

func number(v reflect.Value) float64 {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return 0
		}
		return number(v.Elem())
	case reflect.Int:
		return float64(v.Int())
	case reflect.Uint64:
		return float64(v.Uint())
	}
	return v.Float()
}

// Of returns the metric of a run: milliseconds of a length, percent of a share.
// It is false where there is nothing to measure: the latency of no reads. So it is
// where nobody could: the queue of a real server.
func (m Metric) Of(r observe.Result) (float64, bool) {
	group, _, _ := strings.Cut(m.Name, ".")
	switch {
	case group == "latency", m.Unit == Share:
		return m.of(r), r.Reads > 0
	case group == "age":
		return m.of(r), r.Reads > r.Errors
	case m.Name == "lead.mean":
		return m.of(r), r.LeadMS.Count > 0
	}
	return m.of(r), m.there == nil || m.there(r)
}

// Named returns the metric of a name.
func Named(name string) (Metric, error) {
	m, instead := find(name)
	if instead != "" {
		return m, fmt.Errorf("unknown metric %s; %s", quote(name), instead)
	}
	return m, nil
}

// plain is a name without what its spelling in JSON, or in a table of columns, adds.
func plain(name string) string {
	return strings.NewReplacer("_ms", "", "_per_s", "", "_", ".").Replace(name)
}

// find returns the metric of a name, or else what may have been meant.
func find(name string) (m Metric, instead string) {
	i := slices.IndexFunc(table, func(m Metric) bool { return m.Name == name })
	if i >= 0 {
		return table[i], ""
	}
	var sorted []string
	for _, m := range table {
		sorted = append(sorted, m.Name)
	}
	slices.Sort(sorted)
	for _, s := range sorted {
		if plain(s) == plain(name) {
			return Metric{}, "did you mean " + s + "?"
		}
	}
	if s, ok := near.Name(name, sorted); ok {
		return Metric{}, "did you mean " + s + "?"
	}
	for _, s := range sorted {
		if name != "" && (strings.HasSuffix(s, "."+name) || strings.HasPrefix(s, name+".")) {
			return Metric{}, "did you mean " + s + "?"
		}
	}
	return Metric{}, "accepted are the figures of a run by their names in JSON, as in recomputes, latency.p99 and locks.lost (simulate list metrics)"
}
