package scenario

import (
	"fmt"
	"strings"

	"stampede/internal/near"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// Strategy names what to run: a right strategy, a broken one, or a composition
// such as lock+jitter. The empty one is none.
type Strategy string

// Preset returns the strategy of that name.
func (s Strategy) Preset() (strategies.Preset, error) {
	for _, p := range append(strategies.All(), broken.All()...) {
		if p.Name == string(s) {
			return p, nil
		}
	}
	names := strategyNames()
	if strings.Contains(string(s), "+") {
		c, err := strategies.ParseChoices(string(s))
		return strategies.Composed(c), err
	}
	if similar, ok := near.Name(string(s), names); ok {
		return strategies.Preset{}, fmt.Errorf("unknown strategy %s; did you mean %s?", quote(string(s)), similar)
	}
	return strategies.Preset{}, fmt.Errorf("unknown strategy %s; accepted is %s, or a composition such as lock+jitter",
		quote(string(s)), strings.Join(names, ", "))
}

// strategyNames returns the names of all strategies, the right ones first.
func strategyNames() []string {
	var names []string
	for _, p := range append(strategies.All(), broken.All()...) {
		names = append(names, p.Name)
	}
	return names
}

// MarshalText writes the strategy for a scenario file.
func (s Strategy) MarshalText() ([]byte, error) { return []byte(s), nil }

// UnmarshalText reads a strategy.
func (s *Strategy) UnmarshalText(text []byte) error {
	if _, err := Strategy(text).Preset(); err != nil {
		return err
	}
	*s = Strategy(text)
	return nil
}
