package workload

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Duration is a distribution of lengths of time: a sum of a constant and
// independent random terms, written as in "0.1ms + exp(0.4ms)". The terms are
//
//	5ms                              always 5 ms
//	exp(5ms)                         exponential with mean 5 ms
//	uniform(1ms, 5ms)                uniform from 1 ms to 5 ms
//	lognormal(20ms, 0.5)             log-normal: half are above 20 ms, and σ of the logarithm is 0.5
//	mix(95% 20ms, 5% exp(500ms))     20 ms in 95 of 100 cases, else exponential: a slow tail
//
// A draw is a whole number of nanoseconds from 0 to 100 years; a longer one is
// cut. The zero value is always 0.
type Duration struct {
	constant time.Duration
	random   []term
}

// term is a random distribution of lengths of time.
type term interface {
	draw(s Source) time.Duration
	mean() time.Duration
	String() string // as ParseDuration reads it
}

const durationForms = "a sum of terms 5ms, " + exponentialForm + ", " + uniformForm + ", " + lognormalForm + ", " + mixtureForm

// Constant returns the distribution that is always d.
func Constant(d time.Duration) Duration { return Duration{constant: d} }

// Exponential returns the exponential distribution with the given mean.
func Exponential(mean time.Duration) Duration {
	return Duration{random: []term{exponentialTerm(mean)}}
}

// Varies tells whether draws can differ.
func (d Duration) Varies() bool { return len(d.random) > 0 }

// ParseDuration reads a distribution. No length may be negative, nor exceed 100
// years. An error says what is accepted.
func ParseDuration(text string) (Duration, error) { return parseSum(text, parseTerm) }

// parseSum reads terms with plus signs between them.
func parseSum(text string, parse func(name string, args []string) (term, error)) (Duration, error) {
	var d Duration
	for part := range splitOutside(text, '+') {
		name, list, call := strings.Cut(part, "(")
		if !call {
			c, err := parseLength(part)
			if err != nil {
				return Duration{}, fmt.Errorf("%w, or %s", err, durationForms)
			}
			if d.constant += c; d.constant > longest {
				return Duration{}, fmt.Errorf("%s is too long; accepted is up to %v", quote(text), Length(longest))
			}
			continue
		}
		var args []string
		if list, closed := strings.CutSuffix(list, ")"); closed {
			for arg := range splitOutside(list, ',') {
				args = append(args, arg)
			}
		}
		t, err := parse(strings.TrimSpace(name), args)
		if err != nil {
			return Duration{}, fmt.Errorf("%s: %w", quote(part), err)
		}
		d.random = append(d.random, t)
	}
	return d, nil
}

// parseTerm reads a random term; it has no arguments if it lacks a parenthesis.
func parseTerm(name string, args []string) (term, error) {
	if name == "mix" {
		return parseMixture(args)
	}
	return parsePlainTerm(name, args)
}

// parsePlainTerm reads a random term that is made of no others.
func parsePlainTerm(name string, args []string) (term, error) {
	switch name {
	case "exp":
		return parseExponential(args)
	case "uniform":
		return parseUniform(args)
	case "lognormal":
		return parseLognormal(args)
	case "mix":
		return nil, fmt.Errorf("a mix within a mix; accepted is one list of cases")
	}
	return nil, fmt.Errorf("unknown distribution; accepted is %s", durationForms)
}

// splitOutside yields the parts of text between separators that stand outside of
// parentheses, without the space around them.
func splitOutside(text string, separator byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		begin, depth := 0, 0
		for i := range len(text) {
			switch text[i] {
			case '(':
				depth++
			case ')':
				depth--
			case separator:
				if depth == 0 {
					if !yield(strings.TrimSpace(text[begin:i])) {
						return
					}
					begin = i + 1
				}
			}
		}
		yield(strings.TrimSpace(text[begin:]))
	}
}

// Draw returns a length of time.
func (d *Duration) Draw(s Source) time.Duration {
	if d.random == nil {
		return d.constant
	}
	return d.sum(s)
}

// sum draws and adds up the terms. It is apart from Draw, so that a constant costs
// no call.
func (d *Duration) sum(s Source) time.Duration {
	total := d.constant
	for _, t := range d.random {
		total = min(total+t.draw(s), longest)
	}
	return total
}

// Mean returns the average length.
func (d Duration) Mean() time.Duration {
	total := d.constant
	for _, t := range d.random {
		total = min(total+t.mean(), longest)
	}
	return total
}

// String writes the distribution as [ParseDuration] reads it.
func (d Duration) String() string {
	var parts []string
	if d.constant != 0 || d.random == nil {
		parts = append(parts, Length(d.constant).String())
	}
	for _, t := range d.random {
		parts = append(parts, t.String())
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

// HeavyTailed tells whether a draw may exceed the mean by more than an exponential
// one does.
func (d Duration) HeavyTailed() bool {
	return slices.ContainsFunc(d.random, func(t term) bool {
		switch t.(type) {
		case exponentialTerm, *uniformTerm:
			return false
		}
		return true
	})
}
