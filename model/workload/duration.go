package workload

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"stampede/internal/detmath"
)

// Duration is a distribution of lengths of time: a sum of a constant and
// independent random terms, written as in "0.1ms + exp(0.4ms)". The terms are
//
//	5ms                 always 5 ms
//	exp(5ms)            exponential with mean 5 ms
//	uniform(1ms, 5ms)   uniform from 1 ms to 5 ms
//
// The zero value is always 0.
type Duration struct {
	constant time.Duration
	random   []term
}

type term struct {
	name string
	args []time.Duration
}

// terms are the random distributions, by the name they are written with.
var terms = map[string]struct {
	form string
	args int
	ok   func(args []time.Duration) error
	draw func(Source, []time.Duration) time.Duration
	mean func([]time.Duration) time.Duration
}{
	"exp": {
		form: "exp(MEAN)", args: 1,
		ok: func([]time.Duration) error { return nil },
		draw: func(s Source, a []time.Duration) time.Duration {
			return time.Duration(-float64(a[0]) * detmath.Log(openUnit(s)))
		},
		mean: func(a []time.Duration) time.Duration { return a[0] },
	},
	"uniform": {
		form: "uniform(FROM, TO)", args: 2,
		ok: func(a []time.Duration) error {
			if a[0] > a[1] {
				return errors.New("FROM must not exceed TO")
			}
			return nil
		},
		draw: func(s Source, a []time.Duration) time.Duration {
			return a[0] + time.Duration(unit(s)*float64(a[1]-a[0]+1))
		},
		mean: func(a []time.Duration) time.Duration { return (a[0] + a[1]) / 2 },
	},
}

const durationForms = "a sum of terms 5ms, exp(MEAN), uniform(FROM, TO)"

// Constant returns the distribution that is always d.
func Constant(d time.Duration) Duration { return Duration{constant: d} }

// ParseDuration reads a distribution. No length may be negative.
func ParseDuration(text string) (Duration, error) {
	var d Duration
	for part := range strings.SplitSeq(text, "+") {
		part = strings.TrimSpace(part)
		name, rest, call := strings.Cut(part, "(")
		if !call {
			c, err := parseLength(part)
			if err != nil {
				return Duration{}, err
			}
			d.constant += c
			continue
		}
		t, err := parseTerm(strings.TrimSpace(name), rest)
		if err != nil {
			return Duration{}, fmt.Errorf("%q: %w", part, err)
		}
		d.random = append(d.random, t)
	}
	return d, nil
}

func parseTerm(name, rest string) (term, error) {
	kind, ok := terms[name]
	if !ok {
		return term{}, fmt.Errorf("unknown distribution; accepted is %s", durationForms)
	}
	list, ok := strings.CutSuffix(strings.TrimSpace(rest), ")")
	args := strings.Split(list, ",")
	if !ok || len(args) != kind.args {
		return term{}, fmt.Errorf("accepted is %s", kind.form)
	}
	t := term{name: name}
	for _, arg := range args {
		a, err := parseLength(strings.TrimSpace(arg))
		if err != nil {
			return term{}, err
		}
		t.args = append(t.args, a)
	}
	return t, kind.ok(t.args)
}

func parseLength(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a length of time; accepted is a number with a unit, as in 150ms, or %s", text, durationForms)
	}
	if d < 0 {
		return 0, fmt.Errorf("%s is negative; accepted is 0 or more", text)
	}
	return d, nil
}

// Draw returns a length of time.
func (d *Duration) Draw(s Source) time.Duration {
	total := d.constant
	for i := range d.random {
		t := &d.random[i]
		total += terms[t.name].draw(s, t.args)
	}
	return total
}

// Mean returns the average length.
func (d Duration) Mean() time.Duration {
	total := d.constant
	for _, t := range d.random {
		total += terms[t.name].mean(t.args)
	}
	return total
}

// String writes the distribution as [ParseDuration] reads it.
func (d Duration) String() string {
	var parts []string
	if d.constant != 0 || d.random == nil {
		parts = append(parts, d.constant.String())
	}
	for _, t := range d.random {
		args := make([]string, len(t.args))
		for i, a := range t.args {
			args[i] = a.String()
		}
		parts = append(parts, t.name+"("+strings.Join(args, ", ")+")")
	}
	return strings.Join(parts, " + ")
}

// MarshalText writes the distribution for a scenario file.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads the distribution from a scenario file.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDuration(string(text))
	return err
}

// Exponential returns the exponential distribution with the given mean.
func Exponential(mean time.Duration) Duration {
	return Duration{random: []term{{name: "exp", args: []time.Duration{mean}}}}
}
