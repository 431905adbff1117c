package expect

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Line is what a run must show.
type Line struct {
	metric string
	window window
	op     string
	bounds []bound // two of between, otherwise one
}

// window is a part of a run: from an instant to before another. The zero value
// is the whole run.
type window struct {
	text     string
	from, to time.Duration
}

// bound is what a metric is compared with.
type bound struct {
	metric string // empty if it is a value
	value  value
}

func (b bound) String() string {
	if b.metric != "" {
		return b.metric
	}
	return b.value.text
}

// forms are what Parse accepts.
const forms = "METRIC OP VALUE, METRIC OP METRIC or METRIC between VALUE and VALUE, as in duplicate_recomputes == 0"

// lineMax is how long a line may be, in bytes.
const lineMax = 200

// signs are the operators, which need no spaces around them.
var signs = regexp.MustCompile(`[<>=!]+`)

// Parse reads a line.
func Parse(text string) (Line, error) {
	if len(text) > lineMax {
		return Line{}, fmt.Errorf("an expectation of %d bytes; accepted is up to %d", len(text), lineMax)
	}
	words := strings.Fields(signs.ReplaceAllString(text, " $0 "))
	if len(words) == 0 {
		return Line{}, fmt.Errorf("no expectation; accepted is %s", forms)
	}
	m, err := Named(words[0])
	if err != nil {
		return Line{}, err
	}
	l := Line{metric: m.Name}
	words = words[1:]
	if len(words) > 1 && words[0] == "in" {
		w, err := parseWindow(words[1], m)
		if err != nil {
			return Line{}, err
		}
		l.window, words = w, words[2:]
	}
	if len(words) == 0 {
		return Line{}, fmt.Errorf("%s alone; accepted is %s", quote(text), forms)
	}
	l.op, words = words[0], words[1:]
	operands := 1
	switch {
	case l.op == between && len(words) == 3 && words[1] == "and":
		words, operands = []string{words[0], words[2]}, 2
	case l.op == between:
		return Line{}, fmt.Errorf("%s is not complete; accepted is METRIC between VALUE and VALUE", quote(text))
	case !slices.ContainsFunc(operators, func(o operator) bool { return o.name == l.op }):
		return Line{}, fmt.Errorf("unknown operator %s; accepted are <, <=, ==, !=, >=, > and between", quote(l.op))
	}
	if len(words) != operands {
		return Line{}, fmt.Errorf("%s has %d words after %s; accepted is one: a value or a metric", quote(text), len(words), l.op)
	}
	for _, word := range words {
		b, err := parseBound(word, m, l.window)
		if err != nil {
			return Line{}, err
		}
		l.bounds = append(l.bounds, b)
	}
	if operands == 2 && l.bounds[0].metric == "" && l.bounds[1].metric == "" && l.bounds[0].value.of > l.bounds[1].value.of {
		return Line{}, fmt.Errorf("nothing is between %v and %v; accepted is the lower value first", l.bounds[0], l.bounds[1])
	}
	return l, nil
}

func parseBound(word string, of Metric, in window) (bound, error) {
	unit, b := Unit(0), bound{}
	if v, ok := parseValue(word); ok {
		unit, b.value = v.unit, v
	} else {
		m, instead := find(word)
		switch {
		case instead != "":
			return bound{}, fmt.Errorf("%s is neither a value nor a metric; %s", quote(word), instead)
		case in != window{} && m.Whole:
			return bound{}, notInWindow(m)
		}
		unit, b.metric = m.Unit, m.Name
	}
	if unit != of.Unit {
		return bound{}, fmt.Errorf("%s cannot be compared with %s; accepted is %v", of.Name, quote(word), of.Unit)
	}
	// Of these a line would hold always, or never.
	switch {
	case b.value.of < 0:
		return bound{}, fmt.Errorf("%s is never as low as %s; accepted is 0 or more", of.Name, word)
	case unit == Share && b.value.of > 100:
		return bound{}, fmt.Errorf("%s is never as high as %s; accepted is up to 100%%", of.Name, word)
	}
	return b, nil
}

func parseWindow(text string, of Metric) (window, error) {
	first, last, ok := strings.Cut(text, "..")
	from, err := time.ParseDuration(first)
	to, err2 := time.ParseDuration(last)
	switch {
	case !ok || err != nil || err2 != nil || from < 0 || from >= to:
		return window{}, fmt.Errorf("%s is not a window; accepted is FROM..TO, as in 10s..70s", quote(text))
	case of.Whole:
		return window{}, notInWindow(of)
	}
	return window{text, from, to}, nil
}

func notInWindow(m Metric) error {
	return fmt.Errorf("%s is of the whole run; accepted is it without a window", m.Name)
}

const between = "between"

// operator compares a metric with its bounds.
type operator struct {
	name  string
	holds func(x float64, bounds []float64) bool
}

var operators = []operator{
	{"<", func(x float64, b []float64) bool { return x < b[0] }},
	{"<=", func(x float64, b []float64) bool { return x <= b[0] }},
	{"==", func(x float64, b []float64) bool { return x == b[0] }},
	{"!=", func(x float64, b []float64) bool { return x != b[0] }},
	{">=", func(x float64, b []float64) bool { return x >= b[0] }},
	{">", func(x float64, b []float64) bool { return x > b[0] }},
	{between, func(x float64, b []float64) bool { return b[0] <= x && x <= b[1] }},
}

// Window returns the part of the run that the line is about, 0 and 0 for the
// whole.
func (l Line) Window() (from, to time.Duration) { return l.window.from, l.window.to }

// Metrics returns the names of the metrics that the line is about.
func (l Line) Metrics() []string {
	names := []string{l.metric}
	for _, b := range l.bounds {
		if b.metric != "" {
			names = append(names, b.metric)
		}
	}
	return names
}

// String writes the line as [Parse] reads it.
func (l Line) String() string {
	words := []string{l.metric}
	if l.window.text != "" {
		words = append(words, "in", l.window.text)
	}
	words = append(words, l.op)
	for i, b := range l.bounds {
		if i > 0 {
			words = append(words, "and")
		}
		words = append(words, b.String())
	}
	return strings.Join(words, " ")
}

// MarshalText writes the line for a scenario file.
func (l Line) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the line from a scenario file.
func (l *Line) UnmarshalText(text []byte) (err error) {
	*l, err = Parse(string(text))
	return err
}

// quoteMax is how much of a line an error repeats, in characters.
const quoteMax = 60

func quote(text string) string {
	if r := []rune(text); len(r) > quoteMax {
		text = string(r[:quoteMax]) + "…"
	}
	return strconv.Quote(text)
}
