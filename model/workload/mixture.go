package workload

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

const mixtureForm = "mix(95% 20ms, 5% exp(500ms))"

// mixture draws from one of several distributions, each with its share of the
// draws: most loads take 20 ms, and one in twenty meets a slow query.
type mixture []mixtureCase

type mixtureCase struct {
	percent float64
	below   float64 // the percents of this case and those before it
	length  Duration
}

// percentSlack is how far from 100 the shares may add up to, so that three
// shares of 33.333333333% are accepted.
const percentSlack = 1e-6

func parseMixture(args []string) (term, error) {
	if len(args) == 0 {
		return nil, errors.New("accepted is " + mixtureForm)
	}
	var m mixture
	total := 0.0
	for _, arg := range args {
		share, rest, ok := strings.Cut(arg, "%")
		if !ok {
			return nil, fmt.Errorf("%s has no share; accepted is %s", quote(arg), mixtureForm)
		}
		percent, err := parsePercent(share + "%")
		if err != nil {
			return nil, err
		}
		length, err := parseSum(strings.TrimSpace(rest), parsePlainTerm)
		if err != nil {
			return nil, err
		}
		total += percent
		m = append(m, mixtureCase{percent, total, length})
	}
	if math.Abs(total-100) > percentSlack {
		return nil, fmt.Errorf("the shares add up to %s%%; accepted is 100%%", formatNumber(math.Round(total*1e6)/1e6))
	}
	return m, nil
}

func (m mixture) draw(s Source) time.Duration {
	u := float64(100 * unit(s))
	last := len(m) - 1
	for i := range m[:last] {
		if u < m[i].below {
			return m[i].length.Draw(s)
		}
	}
	return m[last].length.Draw(s)
}

func (m mixture) mean() time.Duration {
	total := 0.0
	for i := range m {
		total += float64(m[i].percent * float64(m[i].length.Mean()))
	}
	return length(math.Round(total / 100))
}

func (m mixture) String() string {
	cases := make([]string, len(m))
	for i, c := range m {
		cases[i] = formatNumber(c.percent) + "% " + c.length.String()
	}
	return "mix(" + strings.Join(cases, ", ") + ")"
}
