package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"stampede/model/workload"
)

// Name is a short name for a setting, as [Scenario.Set] takes it.
type Name struct {
	Name     string // as in lock-ttl; empty if it has no short name
	Path     string // what it stands for, as in cache.lock.ttl
	About    string // what it is
	Form     string // how its value is written
	Accepted string // its range, if it is a number, or its values, if they can be told; unless the form says it
	Default  string // "required" if there is none
}

// shortName is a row of the table of short names.
type shortName struct {
	name, path string

	// For a name that is not simply the field at its path:
	about    string
	form     string
	standard string // its default
	set      func(*Scenario, string) error
}

var table = []shortName{
	{name: "ttl", path: "cache.ttl"},
	{name: "jitter", path: "cache.jitter"},
	{name: "stale", path: "cache.stale"},
	{name: "logical", path: "cache.logical"},
	{name: "interval", path: "cache.interval"},
	{name: "beta", path: "cache.beta"},
	{name: "smoothing", path: "cache.smoothing"},
	{name: "ahead", path: "cache.ahead"},
	{name: "load-timeout", path: "cache.load-timeout"},
	{name: "lock-ttl", path: "cache.lock.ttl"},
	{name: "poll", path: "cache.lock.poll"},
	{name: "growth", path: "cache.lock.growth"},
	{name: "poll-max", path: "cache.lock.poll-max"},
	{name: "recheck", path: "cache.lock.recheck"},
	{name: "wait", path: "cache.lock.wait"},
	{name: "fall-through", path: "cache.lock.fall-through"},
	{name: "max-hold", path: "cache.lock.max-hold"},
	{name: "atomic-publish", path: "cache.lock.atomic-publish"},
	{name: "period", path: "cache.lease.period"},
	{name: "server-timeout", path: "cache.redlock.timeout"},
	{name: "drift", path: "cache.redlock.drift"},
	{name: "guard", path: "cache.guard.concurrent"},
	{name: "guard-rate", path: "cache.guard.rate"},
	{name: "guard-burst", path: "cache.guard.burst"},
	{name: "back-off", path: "cache.failure.back-off"},
	{name: "back-off-max", path: "cache.failure.back-off-max"},
	{name: "absent-ttl", path: "cache.failure.absent"},
	{name: "fallback", path: "cache.fallback.concurrent"},
	{name: "last-values", path: "cache.fallback.keys"},
	{name: "recompute", path: "origin.recompute"},
	{name: "connections", path: "origin.connections"},
	{name: "contention", path: "origin.contention"},
	{name: "origin-limit", path: "origin.limit"},
	{name: "origin-burst", path: "origin.burst"},
	{name: "origin-replicas", path: "origin.replicas"},
	{name: "origin-lag", path: "origin.lag"},
	{name: "cancel-late", path: "origin.cancel-late"},
	{name: "absent", path: "origin.absent"},
	{name: "origin-timeout", path: "origin.client.timeout"},
	{name: "origin-retries", path: "origin.client.retries"},
	{name: "origin-backoff", path: "origin.client.backoff"},
	{name: "origin-budget", path: "origin.client.budget"},
	{name: "admit", path: "origin.client.admit"},
	{name: "service", path: "redis.service"},
	{
		name: "rtt", path: "network.request, network.reply", about: "a constant round trip to Redis: half of it each way",
		form: form(reflect.TypeFor[Length]()), standard: "1ms", set: setRoundTrip,
	},
	{name: "workers", path: "arrivals.closed.workers"},
	{name: "think", path: "arrivals.closed.think"},
	{name: "ramp", path: "arrivals.closed.ramp"},
	{name: "rate", path: "arrivals.poisson.rate"},
	{name: "processes", path: "processes"},
	{name: "slots", path: "slots"},
	{name: "oversleep", path: "oversleep"},
	{name: "keys", path: "keys"},
	{name: "popularity", path: "popularity"},
	{
		name: "zipf", path: "popularity", about: "the exponent of a Zipf popularity: more is more skewed",
		form: "a number from 0 to 3", standard: "0", set: setZipf,
	},
	{name: "start", path: "start"},
	{name: "duration", path: "duration"},
	{name: "from", path: "from"},
	{name: "bucket", path: "bucket"},
}

// Names returns the short names, those of the strategy first, then the servers,
// the traffic and the run.
func Names() []Name {
	var names []Name
	for _, n := range table {
		row := Name{Name: n.name, Path: n.path, About: n.about, Form: n.form, Default: n.standard}
		if n.set == nil {
			row = setting(n.name, n.path)
		}
		names = append(names, row)
	}
	return names
}

// Settings returns all settings: those with a short name, and then the others; of a
// list, those of its first element.
func Settings() []Name {
	all := Names()
	for _, path := range paths() {
		named := slices.ContainsFunc(table, func(n shortName) bool { return slices.Contains(strings.Split(n.path, ", "), path) })
		if !named && !isFixed(path) && !again(path) {
			all = append(all, setting("", path))
		}
	}
	return all
}

// again tells whether a path is to a field that other paths lead to as well: kinds of
// arrivals within a sum, and lists of texts, which are not set one by one.
func again(path string) bool {
	kind, summed := strings.CutPrefix(path, "arrivals.sum[0].")
	return strings.HasSuffix(path, "]") || summed && strings.Contains(kind, ".")
}

// setting returns the row of a path.
func setting(name, path string) Name {
	t, v := reflect.TypeFor[Scenario](), reflect.ValueOf(Defaults())
	var f field
	for part := range strings.SplitSeq(path, ".") {
		part, element := strings.CutSuffix(part, "[0]")
		inner, _ := group(t)
		if v.Kind() == reflect.Pointer {
			if v = v.Elem(); !v.IsValid() {
				v = reflect.Zero(inner)
			}
		}
		fields := fieldsOf(inner)
		f = fields[slices.IndexFunc(fields, func(f field) bool { return f.name == part })]
		t, v = inner.FieldByIndex(f.index).Type, v.FieldByIndex(f.index)
		if element {
			t = t.Elem()
			v = reflect.Zero(t)
		}
	}
	row := Name{Name: name, Path: path, About: f.about, Form: form(t), Accepted: acceptedAt(t, path), Default: fmt.Sprint(v.Interface())}
	if all := alternatives(t); all != "" && all != row.Form {
		row.Accepted = all
	}
	if f.required != "" {
		row.Default = "required"
	}
	return row
}

// setRoundTrip divides a round trip between its two legs.
func setRoundTrip(s *Scenario, text string) error {
	var l Length
	if err := l.UnmarshalText([]byte(text)); err != nil {
		return err
	}
	rtt := time.Duration(l)
	s.Network = Network{Request: workload.Constant(rtt / 2), Reply: workload.Constant(rtt - rtt/2)}
	return nil
}

func setZipf(s *Scenario, text string) error {
	x, err := parseNumber(text)
	if err != nil {
		return fmt.Errorf("%s is %w; accepted is a number from 0 to 3, as in 0.99", quote(text), err)
	}
	return s.Popularity.UnmarshalText(fmt.Appendf(nil, "zipf(%v)", x))
}

func shortNames() []string {
	var names []string
	for _, n := range table {
		names = append(names, n.name)
	}
	return names
}

// pathOf returns the path that a short name stands for, and any other name as it
// is.
func pathOf(name string) string {
	for _, n := range table {
		if n.name == name {
			return n.path
		}
	}
	return name
}
