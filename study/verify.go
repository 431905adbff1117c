package study

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/strategies"
)

// Claim is a published figure, or a closed form, that the simulation must show.
type Claim struct {
	Experiment string // as in E1
	What       string
	Published  string // as it was published; empty if it was not
	Theory     string // what a closed form, or another model, gives
	// Low and High are the interval that the simulated value must be in.
	Low, High float64
	Digits    int // to show
	// of returns the value.
	of measure[float64]
	// err, if not nil, returns the standard error of a value that is an average:
	// the interval is three of them wider, either way.
	err measure[float64]
}

// measure makes the runs that a value comes from.
type measure[T any] = func(context.Context) (T, error)

// Verdict is what came of a claim.
type Verdict struct {
	Claim
	Simulated float64
	Holds     bool
	Err       error
}

// Claims returns all claims, in their order.
func Claims() []Claim {
	var all []Claim
	for _, claims := range [][]Claim{hotKeyClaims(), hundredKeysClaims(), harnessClaims(), leaseClaims(), arithmeticClaims(), formClaims(), queueClaims()} {
		all = append(all, claims...)
	}
	return all
}

// Verify judges the claims, as many at a time as there are processors. If ctx is
// done first, its error is that of those that are not judged. The progress, which may be
// nil, is of claims.
func Verify(ctx context.Context, claims []Claim, progress Progress) []Verdict {
	verdicts := make([]Verdict, len(claims))
	judged := make([]bool, len(claims))
	_ = parallel(ctx, runtime.GOMAXPROCS(0), len(claims), progress, func(i int) error {
		verdicts[i].Claim = claims[i]
		verdicts[i].judge(ctx)
		judged[i] = true
		return nil // each verdict has its own
	})
	for i, done := range judged {
		if !done {
			verdicts[i] = Verdict{Claim: claims[i], Err: ctx.Err()}
		}
	}
	return verdicts
}

func (v *Verdict) judge(ctx context.Context) {
	if v.Err = ctx.Err(); v.Err != nil {
		return
	}
	v.Simulated, v.Err = v.of(ctx)
	if v.Err == nil && v.err != nil {
		var off float64
		off, v.Err = v.err(ctx)
		v.Low, v.High = v.Low-3*off, v.High+3*off
	}
	v.Holds = v.Err == nil && v.Simulated >= v.Low && v.Simulated <= v.High
}

// Interval writes what the value must be in.
func (c Claim) Interval() string {
	if c.Low == c.High {
		return c.Number(c.Low)
	}
	return c.Number(c.Low) + " … " + c.Number(c.High)
}

// Number writes a value of the claim.
func (c Claim) Number(v float64) string { return fmt.Sprintf("%.*f", c.Digits, v) }

// near sets the interval to a value and what it may be off by.
func (c Claim) near(value, off float64) Claim {
	c.Low, c.High = value-off, value+off
	return c
}

// setting is an embedded scenario with some settings.
type setting struct {
	scenario string
	set      []string
}

func (s setting) load() (scenario.Scenario, error) {
	sc, err := scenario.Load(s.scenario)
	for _, assignment := range s.set {
		if err == nil {
			err = sc.Set(assignment)
		}
	}
	return sc, err
}

// simulate runs a strategy and returns its figures. Other sinks see the events too.
func simulate(ctx context.Context, sc scenario.Scenario, p strategies.Preset, seed uint64, sinks ...observe.Sink) (observe.Result, error) {
	summary := observe.NewSummary(time.Duration(sc.Bucket), time.Duration(sc.From))
	err := world.Run(world.Config{Scenario: sc, Strategy: p, Seed: seed, Stop: ctx.Err}, append(sinks, summary)...)
	return summary.Result(), err
}

// shared makes a value that several claims are about, once.
func shared[T any](of measure[T]) measure[T] {
	var (
		once  sync.Once
		value T
		err   error
	)
	return func(ctx context.Context) (T, error) {
		once.Do(func() { value, err = of(ctx) })
		return value, err
	}
}

// mean is the average of a figure over seeds from 1 on.
func mean(ctx context.Context, seeds int, sc func() (scenario.Scenario, error), p strategies.Preset, figure func(observe.Result) float64) (float64, error) {
	s, err := sc()
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for seed := range uint64(seeds) {
		r, err := simulate(ctx, s, p, seed+1)
		if err != nil {
			return 0, err
		}
		sum += figure(r)
	}
	return sum / float64(seeds), nil
}

func recomputes(r observe.Result) float64 { return float64(r.Recomputes) }

// preset returns the strategy of a name that is known to be one.
func preset(name string) strategies.Preset {
	p, err := Strategy(name)
	if err != nil {
		panic("study: preset: " + err.Error())
	}
	return p
}

// eulerGamma is the mean of a standard Gumbel variable.
const eulerGamma = 0.5772156649015329

// sigmas is how far off a sampled value may be: with fixed seeds a value that is
// right stays so.
const sigmas = 4

func binomialError(share float64, n int) float64 {
	return sigmas * math.Sqrt(share*(1-share)/float64(n))
}
