package study

import (
	"fmt"
	"slices"
	"strings"

	"stampede/internal/near"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// Strategies reads what to compare: a list of names and compositions separated
// by commas, or "all" for the right ones.
func Strategies(list string) ([]strategies.Preset, error) {
	if list == "all" {
		return strategies.All(), nil
	}
	var presets []strategies.Preset
	for name := range strings.SplitSeq(list, ",") {
		p, err := Strategy(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		presets = append(presets, p)
	}
	return presets, nil
}

// Strategy reads a name, of a right strategy or a broken one, or a composition
// such as lock+jitter.
func Strategy(name string) (strategies.Preset, error) {
	var names []string
	for _, p := range append(strategies.All(), broken.All()...) {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	if strings.ContainsAny(name, "+=") || isPart(name) {
		return strategies.Compose(name)
	}
	if similar, ok := near.Name(name, names); ok {
		return strategies.Preset{}, fmt.Errorf("unknown strategy %q; did you mean %s?", name, similar)
	}
	return strategies.Preset{}, fmt.Errorf("unknown strategy %q; accepted is %s, or a composition such as lock+jitter",
		name, strings.Join(names, ", "))
}

// isPart tells whether a name is that of a choice, which alone is a composition.
func isPart(name string) bool {
	return slices.ContainsFunc(strategies.Parts(), func(p strategies.Part) bool { return p.Name == name })
}
