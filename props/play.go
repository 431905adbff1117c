package props

import (
	"fmt"
	"slices"

	"stampede/model/world"
)

// Broken runs a case and returns the names of the invariants that it breaks, of
// those that its strategy promises, in the order of their first breach.
func Broken(c world.Config) ([]string, error) {
	w := NewWatch(c.Strategy.Choices)
	if err := world.Run(c, w); err != nil {
		return nil, err
	}
	var names []string
	for _, v := range w.violations {
		if !slices.Contains(names, v.Invariant) {
			names = append(names, v.Invariant)
		}
	}
	return names, nil
}

// Tell runs a case and tells how it breaks the invariant of that name; nil if it
// does not.
func Tell(c world.Config, invariant string) (*Story, error) {
	all := All()
	i := slices.IndexFunc(all, func(inv Invariant) bool { return inv.Name == invariant })
	if i < 0 {
		return nil, fmt.Errorf("props: no invariant is called %q", invariant)
	}
	teller := NewStoryteller(all[i])
	err := world.Run(c, teller)
	return teller.Story(), err
}
