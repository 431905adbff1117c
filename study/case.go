package study

import (
	"slices"

	"stampede/model/observe"
	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// Case is a run to check: all that it depends on.
type Case struct {
	Run
	Salt uint64 // the order of what happens at one instant
}

// drawnCase is the case that choices and a seed make.
func drawnCase(p strategies.Preset, choices generate.Source, seed uint64) Case {
	return Case{
		Run:  Run{Scenario: generate.Scenario(choices), Strategy: p, Seed: seed},
		Salt: generate.Salt(choices),
	}
}

// play runs the case and hands its events to the sinks.
func (c Case) play(sinks ...observe.Sink) error {
	return world.Run(world.Config{Scenario: c.Scenario, Strategy: c.Strategy, Seed: c.Seed, Salt: c.Salt}, sinks...)
}

// Breaks returns the names of the invariants that the case breaks, of those that
// its strategy promises.
func (c Case) Breaks() ([]string, error) {
	w := props.NewWatch(c.Strategy.Choices)
	if err := c.play(w); err != nil {
		return nil, err
	}
	violations, _ := w.Violations()
	var names []string
	for _, v := range violations {
		if !slices.Contains(names, v.Invariant) {
			names = append(names, v.Invariant)
		}
	}
	return names, nil
}

// Story tells how the case breaks an invariant; nil if it does not.
func (c Case) Story(invariant string) (*props.Story, error) {
	all := props.All()
	i := slices.IndexFunc(all, func(inv props.Invariant) bool { return inv.Name == invariant })
	teller := props.NewStoryteller(all[i])
	err := c.play(teller)
	return teller.Story(), err
}
