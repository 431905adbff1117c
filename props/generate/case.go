package generate

import (
	"stampede/model/world"
	"stampede/strategies"
)

// Case draws a case for a strategy, all but its seed.
func Case(s Source, p strategies.Preset) world.Config {
	return world.Config{
		Scenario: Scenario(s), Strategy: p, Salt: uint64(s.Int("salt", 0, 3)),
		Zero: oneOf(s, "zero", 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
	}
}
