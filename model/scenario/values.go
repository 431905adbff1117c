package scenario

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"stampede/model/workload"
)

// Length is a length of time with a unit, as in 150ms.
type Length = workload.Length

// Rate is a number of events per second, as in 2000/s.
type Rate float64

// String writes the rate as it is read.
func (r Rate) String() string { return formatNumber(float64(r)) + "/s" }

// MarshalText writes the rate for a scenario file.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a rate.
func (r *Rate) UnmarshalText(text []byte) error {
	number, ok := strings.CutSuffix(string(text), "/s")
	v, err := parseNumber(strings.TrimSpace(number))
	if !ok || err != nil {
		return fmt.Errorf("%s is not a rate; accepted is a number per second, as in 2000/s", quote(string(text)))
	}
	*r = Rate(v)
	return nil
}

// Jitter is the most that a TTL is lengthened by: a share of the TTL, as in 50%,
// or a length of time.
type Jitter struct {
	percent float64 // of the TTL
	length  time.Duration
}

// Of returns the jitter of a TTL.
func (j Jitter) Of(ttl time.Duration) time.Duration {
	return j.length + time.Duration(float64(j.percent*float64(ttl))/100)
}

// String writes the jitter as it is read.
func (j Jitter) String() string {
	if j.length != 0 {
		return Length(j.length).String()
	}
	return formatNumber(j.percent) + "%"
}

// MarshalText writes the jitter for a scenario file.
func (j Jitter) MarshalText() ([]byte, error) { return []byte(j.String()), nil }

// UnmarshalText reads a jitter; it must not be negative.
func (j *Jitter) UnmarshalText(text []byte) error {
	if number, ok := strings.CutSuffix(string(text), "%"); ok {
		v, err := parseNumber(strings.TrimSpace(number))
		if err != nil || !(v >= 0 && v <= 1000) {
			return fmt.Errorf("%s is not a share of the TTL; accepted is from 0%% to 1000%%", quote(string(text)))
		}
		*j = Jitter{percent: v}
		return nil
	}
	var l Length
	if err := l.UnmarshalText(text); err != nil {
		return fmt.Errorf("%w, or a share of the TTL, as in 50%%", err)
	}
	*j = Jitter{length: time.Duration(l)}
	return nil
}

// Start is what the cache holds when the run begins.
type Start uint8

const (
	// Cold is an empty cache.
	Cold Start = iota
	// Warm is a cache that holds an entry of every key, written at that instant.
	Warm
	// Aged is a cache that holds an entry of every key, each with a part of the time
	// left for which it is fresh, drawn uniformly: as after hours of traffic.
	Aged
)

var starts = words[Start]{"cold", "warm", "aged"}

// String writes the start as it is read.
func (s Start) String() string { return starts.text(s) }

// MarshalText writes the start for a scenario file.
func (s Start) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a start.
func (s *Start) UnmarshalText(text []byte) (err error) {
	if *s, err = starts.parse(text); err != nil {
		return errors.New(quote(string(text)) + " is not a start; accepted is " + starts.alternatives())
	}
	return nil
}
