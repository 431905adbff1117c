package generate

import (
	"stampede/model/fault"
	"stampede/model/world"
	"stampede/strategies"
)

// Space is what cases are drawn from: the strategy, and the kinds of faults that
// it may meet.
type Space struct {
	Strategy strategies.Preset
	Faults   []fault.Kind
}

// Case draws a case, all but its seed.
func (sp Space) Case(s Source) world.Config {
	return world.Config{
		Scenario: scenarioWith(s, sp.Strategy.Choices, sp.Faults), Strategy: sp.Strategy, Salt: uint64(s.Int("salt", 0, 3)),
		Zero: oneOf(s, "zero", 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
	}
}
