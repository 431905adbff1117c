package workload

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Length is a length of time with a unit, as in 150ms.
type Length time.Duration

// String writes the length as it is read, in the shortest form: 1m, not 1m0s,
// and 90s, not 1m30s.
func (l Length) String() string {
	d := time.Duration(l)
	short := d.String()
	if strings.HasSuffix(short, "m0s") {
		short = strings.TrimSuffix(short, "0s")
	}
	if strings.HasSuffix(short, "h0m") {
		short = strings.TrimSuffix(short, "0m")
	}
	for _, u := range wholeUnits {
		if whole := strconv.FormatInt(int64(d/u.length), 10) + u.name; d%u.length == 0 && len(whole) < len(short) {
			short = whole
		}
	}
	return short
}

// wholeUnits are the units in which a whole number may be shorter than what
// [time.Duration.String] writes.
var wholeUnits = []struct {
	name   string
	length time.Duration
}{{"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond}}

// MarshalText writes the length for a scenario file.
func (l Length) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a length; it must not be negative.
func (l *Length) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if _, bare := parseNumber(string(text)); err != nil && bare == nil {
		return fmt.Errorf("%s has no unit; accepted is a number with one, as in 150ms or 1m30s", quote(string(text)))
	}
	if err != nil {
		return fmt.Errorf("%s is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s", quote(string(text)))
	}
	if d < 0 {
		return fmt.Errorf("%s is negative; accepted is 0 or more", quote(string(text)))
	}
	*l = Length(d)
	return nil
}
