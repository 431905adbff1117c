package scenario

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"time"
	"unicode"
	"unicode/utf8"

	"stampede/model/workload"
	"stampede/strategies"
)

// Limits of a scenario. The lengths keep every instant of a run far from the end
// of virtual time, the numbers keep its memory within a machine.
const (
	LengthMax      = Length(10 * 365 * 24 * time.Hour)
	MeanMax        = Length(365 * 24 * time.Hour) // an exponential draw can be 37 times as long
	BucketMin      = Length(time.Millisecond)
	BucketsMax     = 10_000_000
	KeysMax        = 10_000_000
	ProcessesMax   = 1_000_000
	SlotsMax       = 1_000_000
	WorkersMax     = 1_000_000
	ConnectionsMax = 1_000_000
	RateMin        = Rate(1e-6) // below it, the time between two reads may exceed virtual time
	RateMax        = Rate(1e9)
	BetaMax        = 1000
	NameMax        = 64   // characters
	TextMax        = 2000 // bytes of about, and of source
)

// Invalid says which field of a scenario is out of its range.
type Invalid struct {
	Path     string // as in arrivals.closed.workers
	Value    string
	Accepted string // its range
	Reason   string // in place of both, where the value is not out of a range
}

// Error returns one line, as in "keys is 0; accepted is from 1 to 10000000".
func (e *Invalid) Error() string {
	if e.Reason != "" {
		return e.Path + ": " + e.Reason
	}
	return fmt.Sprintf("%s is %s; accepted is %s", e.Path, e.Value, e.Accepted)
}

// message says what is wrong below a place that shows the value.
func (e *Invalid) message() string {
	if e.Reason != "" {
		return e.Reason
	}
	return e.Value + " is not accepted; accepted is " + e.Accepted
}

var namePattern = regexp.MustCompile(`^[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*$`)

// Validate reports the first field that is out of its range, as an [*Invalid].
func (s Scenario) Validate() error {
	var c check
	c.that(s.Version == Version, "version", s.Version, "%v", Version)
	c.name("name", s.Name)
	c.text("about", s.About)
	c.text("source", s.Source)
	s.checkRun(&c)
	s.checkTraffic(&c)
	s.checkServers(&c)
	s.checkCache(&c)
	s.checkClients(&c)
	s.checkFaults(&c)
	s.checkExpectations(&c)
	s.checkVariants(&c)
	if s.Replay != nil {
		c.that(s.Replay.Seed >= 0, "replay.seed", s.Replay.Seed, "0 or more")
		c.that(s.Replay.Zero >= 0, "replay.zero", s.Replay.Zero, "0 or more")
		c.that(s.Replay.Salt >= 0, "replay.salt", s.Replay.Salt, "0 or more")
	}
	if c.failed != nil {
		return c.failed
	}
	return nil
}

func (s Scenario) checkRun(c *check) {
	c.length("duration", s.Duration, 1)
	c.that(s.From >= 0 && s.From < s.Duration, "from", s.From, "from 0s to less than the duration, %v", s.Duration)
	c.length("drain", s.Drain, 1)
	c.length("bucket", s.Bucket, BucketMin)
	if c.failed == nil {
		most := s.Bucket * min(BucketsMax, LengthMax/s.Bucket)
		c.that(s.Duration <= most, "duration", s.Duration, "up to %v, which is %d buckets of %v", most, BucketsMax, s.Bucket)
	}
	c.that(s.Start <= Aged, "start", uint8(s.Start), "%s", starts.alternatives())
}

func (s Scenario) checkTraffic(c *check) {
	c.number("keys", s.Keys, 1, KeysMax)
	c.number("processes", s.Processes, 1, ProcessesMax)
	c.number("slots", s.Slots, 0, SlotsMax)
	c.duration("oversleep", s.Oversleep)
	s.Writes.check(c)
	s.checkArrivals(c)
}

func (s Scenario) checkServers(c *check) {
	s.checkNetwork(c)
	s.Redis.check(c)
	s.Origin.check(c, s.Keys)
}

func (s Scenario) checkCache(c *check) {
	const millisecond = Length(time.Millisecond) // the resolution of Redis
	c.length("cache.ttl", s.Cache.TTL, millisecond)
	if c.failed == nil {
		j := s.Cache.Jitter.Of(time.Duration(s.Cache.TTL))
		c.that(j >= 0 && j <= time.Duration(LengthMax), "cache.jitter", s.Cache.Jitter, "0 or more, up to %v", LengthMax)
	}
	c.that(s.Cache.Beta >= 0 && s.Cache.Beta <= BetaMax, "cache.beta", s.Cache.Beta, "from 0 to %v", BetaMax)
	c.length("cache.lock.ttl", s.Cache.Lock.TTL, millisecond)
	c.length("cache.lock.poll", s.Cache.Lock.Poll, 1)
	c.length("cache.lock.wait", s.Cache.Lock.Wait, 1)
	if c.failed == nil {
		// The strategies have the last word on their options.
		var o *strategies.Invalid
		if errors.As(s.Options().Validate(), &o) {
			c.that(false, "cache."+o.Option, o.Value, "%s", o.Accepted)
		}
	}
}

// check keeps the first failure.
type check struct{ failed *Invalid }

// that checks a condition of the value at a path; what is accepted there is formatted.
func (c *check) that(ok bool, path string, value any, accepted string, args ...any) {
	if c.failed == nil && !ok {
		c.failed = &Invalid{Path: path, Value: clip(fmt.Sprint(value), quoteMax), Accepted: fmt.Sprintf(accepted, args...)}
	}
}

func (c *check) name(path, name string) {
	c.that(namePattern.MatchString(name) && len(name) <= NameMax, path, quote(name),
		"up to %d letters, digits and single hyphens between them, as in hot-key", NameMax)
}

func (c *check) text(path, text string) {
	c.that(len(text) <= TextMax, path, fmt.Sprintf("a text of %d bytes", len(text)), "up to %d", TextMax)
	for _, r := range text {
		if r == utf8.RuneError || r != '\n' && unicode.IsControl(r) {
			c.that(false, path, fmt.Sprintf("a text with %U in it", r), "printable text")
		}
	}
}

// choice checks that exactly one field of a choice is given.
func (c *check) choice(path string, of any) {
	v := reflect.ValueOf(of)
	switch kinds := given(v); len(kinds) {
	case 0:
		c.that(false, path, "empty", "exactly one of %s", enumerate(fieldNames(v.Type())))
	case 1:
	case 2:
		c.that(false, path, "both "+enumerate(kinds), "exactly one of them")
	default:
		c.that(false, path, enumerate(kinds), "exactly one of them")
	}
}

func (c *check) number(path string, n, least, most int) {
	if n < least || n > most {
		c.that(false, path, n, "from %d to %d", least, most)
	}
}

// length checks a length of at least one nanosecond.
func (c *check) length(path string, l, least Length) {
	if l >= least && l <= LengthMax {
		return
	}
	if least == 1 {
		c.that(false, path, l, "more than 0s, up to %v", LengthMax)
	} else {
		c.that(false, path, l, "from %v to %v", least, LengthMax)
	}
}

func (c *check) duration(path string, d workload.Duration) {
	if mean := d.Mean(); mean < 0 || mean > time.Duration(MeanMax) {
		c.that(false, path, d, "a mean of up to %v", MeanMax)
	}
}
