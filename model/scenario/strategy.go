package scenario

import (
	"fmt"
	"slices"
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
	for _, p := range named() {
		if p.Name == string(s) {
			return p, nil
		}
	}
	names := strategyNames()
	if strings.ContainsAny(string(s), "+=") || isPart(string(s)) {
		return strategies.Compose(string(s))
	}
	if similar, ok := near.Name(string(s), names); ok {
		return strategies.Preset{}, fmt.Errorf("unknown strategy %s; did you mean %s?", quote(string(s)), similar)
	}
	right := names[:len(strategies.All())]
	return strategies.Preset{}, fmt.Errorf("unknown strategy %s; accepted is %s, a broken one, or a composition such as lock+jitter",
		quote(string(s)), strings.Join(right, ", "))
}

// named returns all strategies that have a name, the right ones first.
func named() []strategies.Preset {
	return slices.Concat(strategies.All(), broken.All(), broken.Unpromised())
}

// isPart tells whether a name is that of a choice, which alone is a composition.
func isPart(name string) bool {
	return slices.ContainsFunc(strategies.Parts(), func(p strategies.Part) bool { return p.Name == name })
}

// strategyNames returns the names of all strategies, the right ones first.
func strategyNames() []string {
	var names []string
	for _, p := range named() {
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
