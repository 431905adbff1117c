package workload

import (
	"fmt"
	"strconv"
	"strings"
)

// Popularity says how often each key is asked for, written as
//
//	uniform           each as often as the others
//	zipf(0.99)        key i (from 1) with probability proportional to i^-0.99
//	hot(10%, 90%)     the first 10 % of the keys get 90 % of the draws, the others the rest; equal within both
//	hot(1, 50%)       the first key gets half of the draws
//	weights(5, 3, 1)  three keys, with probability 5/9, 3/9 and 1/9
//
// The zero value is uniform.
type Popularity struct {
	exponent float64
	hot      *hotSet   // nil if there is none
	weights  []float64 // nil if there are none
}

// hotSet is a share of the keys, or a number of them, with a share of the draws.
type hotSet struct {
	keys    int     // 0 if given as a share
	percent float64 // of the keys
	draws   float64 // in percent
}

// ExponentMax is the largest exponent of a Zipf popularity.
const ExponentMax = 3

const (
	zipfForm    = "zipf(EXPONENT) with an exponent from 0 to 3"
	hotForm     = "hot(KEYS, SHARE), as in hot(10%, 90%) or hot(1, 50%)"
	weightsForm = "weights(W, W, …) with a number of 0 or more for each key"

	popularityForms = "uniform, " + zipfForm + ", " + hotForm + ", or " + weightsForm
)

// ParsePopularity reads a popularity. An error says what is accepted.
func ParsePopularity(text string) (Popularity, error) {
	text = strings.TrimSpace(text)
	if text == "uniform" {
		return Popularity{}, nil
	}
	name, rest, _ := strings.Cut(text, "(")
	args, closed := strings.CutSuffix(rest, ")")
	form := popularityForms
	if closed {
		var p Popularity
		ok := false
		switch strings.TrimSpace(name) {
		case "zipf":
			p, ok, form = parseZipf(args)
		case "hot":
			p, ok, form = parseHot(args)
		case "weights":
			p, ok, form = parseWeights(args)
		}
		if ok {
			return p, nil
		}
	}
	return Popularity{}, fmt.Errorf("%s is not a popularity; accepted is %s", quote(text), form)
}

func parseZipf(arg string) (p Popularity, ok bool, form string) {
	x, err := parseNumber(strings.TrimSpace(arg))
	return Popularity{exponent: x}, err == nil && x >= 0 && x <= ExponentMax, zipfForm
}

func parseHot(args string) (p Popularity, ok bool, form string) {
	keys, share, _ := strings.Cut(args, ",")
	keys = strings.TrimSpace(keys)
	var h hotSet
	var err, err2 error
	if strings.HasSuffix(keys, "%") {
		h.percent, err = parsePercent(keys)
	} else {
		h.keys, err = strconv.Atoi(keys)
	}
	h.draws, err2 = parsePercent(strings.TrimSpace(share))
	ok = err == nil && err2 == nil && (h.keys > 0 || h.keys == 0 && h.percent > 0)
	return Popularity{hot: &h}, ok, hotForm
}

func parseWeights(args string) (p Popularity, ok bool, form string) {
	total := 0.0
	for arg := range strings.SplitSeq(args, ",") {
		w, err := parseNumber(strings.TrimSpace(arg))
		if err != nil || w < 0 {
			return p, false, weightsForm
		}
		total += w
		p.weights = append(p.weights, w)
	}
	return p, total > 0 && total < weightsMax, weightsForm + ", not all 0"
}

// weightsMax bounds the sum of explicit weights, which must be a number.
const weightsMax = 1e300

// CheckKeys reports, as an [*Invalid], a popularity that cannot be that of n keys.
func (p Popularity) CheckKeys(n int) error {
	var f fields
	f.that(n >= 1, "keys", n, "1 or more")
	f.that(p.weights == nil || len(p.weights) == n, "popularity", p, fmt.Sprintf("a weight for each key, and there are %d", n))
	f.that(p.hot == nil || p.hot.keys <= n, "popularity", p, fmt.Sprintf("as many hot keys as there are keys, %d, or fewer", n))
	return f.err()
}

// String writes the popularity as [ParsePopularity] reads it.
func (p Popularity) String() string {
	switch {
	case p.weights != nil:
		all := make([]string, len(p.weights))
		for i, w := range p.weights {
			all[i] = strconv.FormatFloat(w, 'g', -1, 64)
		}
		return "weights(" + strings.Join(all, ", ") + ")"
	case p.hot != nil && p.hot.keys > 0:
		return fmt.Sprintf("hot(%d, %s%%)", p.hot.keys, formatNumber(p.hot.draws))
	case p.hot != nil:
		return fmt.Sprintf("hot(%s%%, %s%%)", formatNumber(p.hot.percent), formatNumber(p.hot.draws))
	case p.exponent == 0:
		return "uniform"
	}
	return fmt.Sprintf("zipf(%v)", p.exponent)
}

// MarshalText writes the popularity for a scenario file.
func (p Popularity) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the popularity from a scenario file.
func (p *Popularity) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePopularity(string(text))
	return err
}
