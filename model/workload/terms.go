package workload

import (
	"errors"
	"fmt"
	"math"
	"time"

	"stampede/internal/detmath"
)

const (
	exponentialForm = "exp(MEAN)"
	uniformForm     = "uniform(FROM, TO)"
	lognormalForm   = "lognormal(MEDIAN, SIGMA)"
)

// lengths reads arguments that are all lengths of time.
func lengths(args []string, n int, form string) ([]time.Duration, error) {
	if len(args) != n {
		return nil, fmt.Errorf("accepted is %s", form)
	}
	all := make([]time.Duration, n)
	for i, arg := range args {
		var err error
		if all[i], err = parseLength(arg); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// exponentialTerm is the exponential distribution with that mean.
type exponentialTerm time.Duration

func parseExponential(args []string) (term, error) {
	l, err := lengths(args, 1, exponentialForm)
	if err != nil {
		return nil, err
	}
	return exponentialTerm(l[0]), nil
}

func (t exponentialTerm) draw(s Source) time.Duration {
	return length(-float64(t) * detmath.Log(openUnit(s)))
}

func (t exponentialTerm) mean() time.Duration { return time.Duration(t) }

func (t exponentialTerm) String() string { return fmt.Sprintf("exp(%v)", Length(t)) }

// uniformTerm is the uniform distribution on the nanoseconds from one length to
// another.
type uniformTerm struct{ from, to time.Duration }

func parseUniform(args []string) (term, error) {
	l, err := lengths(args, 2, uniformForm)
	if err != nil {
		return nil, err
	}
	if l[0] > l[1] {
		return nil, errors.New("FROM exceeds TO; accepted is " + uniformForm + " with FROM up to TO")
	}
	return &uniformTerm{l[0], l[1]}, nil
}

func (t *uniformTerm) draw(s Source) time.Duration {
	return min(t.from+time.Duration(unit(s)*float64(t.to-t.from+1)), t.to)
}

func (t *uniformTerm) mean() time.Duration { return t.from + (t.to-t.from)/2 }

func (t *uniformTerm) String() string {
	return fmt.Sprintf("uniform(%v, %v)", Length(t.from), Length(t.to))
}

// sigmaMax is the largest σ that is accepted. Real latencies have 0.2 to 2; with
// 5, one draw in a thousand is five million times the median.
const sigmaMax = 5

// lognormalTerm is the distribution whose logarithm is normal, with the mean
// log median and the standard deviation sigma. (WireMock and other servers of
// test doubles take the same two parameters.) Its mean is median·e^(sigma²/2).
type lognormalTerm struct {
	median time.Duration
	sigma  float64
}

func parseLognormal(args []string) (term, error) {
	if len(args) != 2 {
		return nil, errors.New("accepted is " + lognormalForm)
	}
	median, err := parseLength(args[0])
	if err != nil {
		return nil, err
	}
	sigma, err := parseNumber(args[1])
	if err != nil || !(sigma >= 0 && sigma <= sigmaMax) {
		return nil, fmt.Errorf("SIGMA is %s; accepted is a number from 0 to %d, the standard deviation of the logarithm", quote(args[1]), sigmaMax)
	}
	return &lognormalTerm{median, sigma}, nil
}

func (t *lognormalTerm) draw(s Source) time.Duration {
	return length(float64(t.median) * detmath.Exp(float64(t.sigma*normal(s))))
}

func (t *lognormalTerm) mean() time.Duration {
	return length(math.Round(float64(t.median) * detmath.Exp(t.sigma*t.sigma/2)))
}

func (t *lognormalTerm) String() string {
	return fmt.Sprintf("lognormal(%v, %s)", Length(t.median), formatNumber(t.sigma))
}
