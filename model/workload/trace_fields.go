package workload

import (
	"bytes"
	"fmt"
	"time"
)

// timeForm is how a time of a trace is written.
const timeForm = "a number of seconds, as in 12.5, or one with a unit, as in 150ms"

// parseTime reads a number of seconds, as in 12.5, or a length of time with a
// unit. What is below a nanosecond is cut.
func parseTime(what string, b []byte) (time.Duration, error) {
	if d, ok := parseDecimal(b); ok {
		return d, nil
	}
	d, err := time.ParseDuration(string(b))
	if err != nil {
		// A number in scientific notation, or one that is out of range.
		var x float64
		if x, err = parseNumber(string(b)); err == nil {
			d = length(float64(x * 1e9))
			if x > longest.Seconds() {
				d = never
			}
		}
	}
	switch {
	case len(b) == 0:
		return 0, fmt.Errorf("the %s is missing; accepted is %s", what, timeForm)
	case err != nil:
		return 0, fmt.Errorf("%s %s is not a time; accepted is %s", what, quote(string(b)), timeForm)
	case b[0] == '-':
		return 0, fmt.Errorf("%s %s is negative; accepted is 0 or more", what, quote(string(b)))
	case d > longest:
		return 0, fmt.Errorf("%s %s is too long; accepted is up to %v, or %.0f seconds", what, quote(string(b)), Length(longest), longest.Seconds())
	}
	return d, nil
}

// parseDecimal reads digits, with or without a fraction, in seconds or with one
// of the units below a minute. Nearly all times are written so, and it does not
// allocate.
func parseDecimal(b []byte) (time.Duration, bool) {
	number, scale := splitUnit(b)
	whole, fraction, point := bytes.Cut(number, []byte("."))
	if len(whole) == 0 || len(whole) > 18 || point && len(fraction) == 0 {
		return 0, false
	}
	units := int64(0)
	for _, c := range whole {
		if c < '0' || c > '9' {
			return 0, false
		}
		units = units*10 + int64(c-'0')
	}
	ns, digit := int64(0), scale/10
	for _, c := range fraction {
		if c < '0' || c > '9' {
			return 0, false
		}
		ns += int64(c-'0') * digit
		digit /= 10
	}
	return time.Duration(units*scale + ns), units < int64(longest)/scale
}

// splitUnit returns a number and the nanoseconds of its unit; without a unit
// they are those of a second.
func splitUnit(b []byte) (number []byte, ns int64) {
	if len(b) == 0 || b[len(b)-1] != 's' {
		return b, 1e9
	}
	for i := range shortUnits {
		if number, ok := bytes.CutSuffix(b, shortUnits[i].name); ok {
			return number, shortUnits[i].ns
		}
	}
	return b[:len(b)-1], 1e9
}

// shortUnits are the units below a second; all end in s.
var shortUnits = []struct {
	name []byte
	ns   int64
}{{[]byte("ms"), 1e6}, {[]byte("us"), 1e3}, {[]byte("µs"), 1e3}, {[]byte("ns"), 1}}

// parseOperation changes the field.
func parseOperation(b []byte) (Operation, error) {
	if len(b) == 0 {
		return Read, nil
	}
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	o, ok := operationOf(b)
	if !ok {
		return Read, fmt.Errorf("operation %s is unknown; accepted are %s", quote(string(b)), OperationForms)
	}
	return o, nil
}

// sizeDigits is the most digits of a size: less than a terabyte.
const sizeDigits = 12

func parseSize(b []byte) (int64, error) {
	n := int64(0)
	for _, c := range b {
		if c < '0' || c > '9' || len(b) > sizeDigits {
			return 0, fmt.Errorf("size %s is not a number of bytes; accepted are up to %d digits", quote(string(b)), sizeDigits)
		}
		n = n*10 + int64(c-'0')
	}
	return n, nil
}
