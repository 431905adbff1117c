package scenario

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"stampede/model/workload"
)

// Name is a short name for a setting, as [Scenario.Set] takes it.
type Name struct {
	Name    string // as in lock-ttl
	Path    string // what it stands for, as in cache.lock.ttl
	About   string // what it is
	Form    string // how its value is written
	Default string // "required" if there is none
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
	{name: "beta", path: "cache.beta"},
	{name: "lock-ttl", path: "cache.lock.ttl"},
	{name: "poll", path: "cache.lock.poll"},
	{name: "wait", path: "cache.lock.wait"},
	{name: "atomic-publish", path: "cache.lock.atomic-publish"},
	{name: "recompute", path: "origin.recompute"},
	{name: "connections", path: "origin.connections"},
	{name: "service", path: "redis.service"},
	{
		name: "rtt", path: "network.request, network.reply", about: "a constant round trip to Redis: half of it each way",
		form: form(reflect.TypeFor[Length]()), standard: "1ms", set: setRoundTrip,
	},
	{name: "workers", path: "arrivals.closed.workers"},
	{name: "think", path: "arrivals.closed.think"},
	{name: "rate", path: "arrivals.poisson.rate"},
	{name: "processes", path: "processes"},
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
	defaults := Defaults()
	defaults.Arrivals = Arrivals{Closed: &Closed{}, Poisson: &Poisson{}}
	var names []Name
	for _, n := range table {
		row := Name{Name: n.name, Path: n.path, About: n.about, Form: n.form, Default: n.standard}
		if n.set == nil {
			v, f := fieldAt(reflect.ValueOf(&defaults).Elem(), n.path)
			row.About, row.Form, row.Default = f.about, form(v.Type()), fmt.Sprint(v.Interface())
			if f.required != "" {
				row.Default = "required"
			}
		}
		names = append(names, row)
	}
	return names
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

// fieldAt returns the field at a path that leads through no nil pointer.
func fieldAt(v reflect.Value, path string) (reflect.Value, field) {
	var last field
	for name := range strings.SplitSeq(path, ".") {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		for _, f := range fieldsOf(v.Type()) {
			if f.name == name {
				v, last = v.FieldByIndex(f.index), f
				break
			}
		}
	}
	return v, last
}
