package generate

import (
	"stampede/model/world"
	"stampede/strategies"
)

// Case draws a case for a strategy, all but its seed.
func Case(s Source, p strategies.Preset) world.Config {
	return world.Config{Scenario: Scenario(s), Strategy: p, Salt: uint64(s.Int("salt", 0, 3)), Zero: s.Int("zero", 0, 10)}
}
