package study

import (
	"fmt"
	"slices"
	"strings"

	"stampede/model/scenario"
	"stampede/strategies"
)

// Strategies reads what to compare: a list of names and compositions separated
// by commas, or "all" for the right ones. None may stand twice, by another name either.
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
		if slices.ContainsFunc(presets, func(q strategies.Preset) bool { return q.Name == p.Name }) {
			return nil, fmt.Errorf("%s stands twice in %q", p.Name, list)
		}
		presets = append(presets, p)
	}
	return presets, nil
}

// Strategy reads a name, of a right strategy or a broken one, or a composition
// such as lock+jitter.
func Strategy(name string) (strategies.Preset, error) { return scenario.Strategy(name).Preset() }
