package proptest

import (
	"strings"
	"testing"

	"stampede/model/fault"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// Factory makes a strategy for one application process.
type Factory = func(strategies.Env, strategies.Loader, strategies.Options) (strategies.Strategy, error)

// Options say what a strategy is to be checked for.
type Options struct {
	// Choices are what it claims to be, and so what it promises.
	Choices strategies.Choices
	// Faults are the kinds of faults that it may meet; nil is all, and an empty list
	// none.
	Faults []fault.Kind
	// Cases is how many drawn cases [Check] tries, the same ones each time; 0 is
	// 1,000, which take a few seconds.
	Cases int
}

// usualCases is as many as simulate check tries.
const usualCases = 1000

// space is the cases of a strategy.
func (o Options) space(factory Factory) generate.Space {
	space := generate.Space{Strategy: strategies.Preset{Name: "checked", Choices: o.Choices, New: factory}, Faults: o.Faults}
	if o.Faults == nil {
		space.Faults = generate.Kinds()
	}
	return space
}

// Check searches drawn scenarios for one in which the strategy breaks what its
// choices promise, or in which the books of its reads do not add up: the cases that
// simulate check draws, in the same order. What is told of a broken promise is the
// smallest case that breaks it. If none is found, but there is no case either in
// which something happened that the strategy is about (a lock that expired while it
// was held, say), the test fails, too: such a search says little.
func Check(t testing.TB, factory Factory, o Options) {
	t.Helper()
	if o.Cases == 0 {
		o.Cases = usualCases
	}
	if err := o.Choices.Validate(); err != nil {
		t.Fatalf("proptest.Check: %v", err)
		return
	}
	if o.Cases < 0 {
		t.Fatalf("proptest.Check: Options.Cases is %d; accepted is a number from 1 on, or 0 for %d", o.Cases, usualCases)
		return
	}
	space := o.space(factory)
	stories := newStories(space)
	var seen props.Sightings
	for seed := uint64(1); seed <= uint64(o.Cases); seed++ {
		config := space.Case(generate.Seeded(seed))
		config.Seed = seed
		lookout := props.NewLookout(props.RunOf(config.Strategy, config.Scenario))
		if err := stories.try(config, lookout); err != nil {
			t.Fatalf("case %d of %d:\n%v", seed, o.Cases, err)
			return
		}
		lookout.AddTo(&seen)
	}
	var missed []string
	for _, s := range seen.Due(o.Choices, space.Faults) {
		if s.Missed(uint64(o.Cases)) {
			missed = append(missed, s.Says)
		}
	}
	if missed != nil {
		t.Fatalf("there is no case in %d in which %s: that it holds says less than it seems to", o.Cases, strings.Join(missed, ", or "))
	}
}
