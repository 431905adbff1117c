package proptest

import "pgregory.net/rapid"

// Property is what Check checks of one case, for a search by other means: with
// [rapid.MakeFuzz] it is a target of go test -fuzz, and [rapid.Check] draws other
// cases each time, as many as its flag -rapid.checks says. Options.Cases is not for
// it, and it does not ask what the cases have met.
func Property(factory Factory, o Options) func(*rapid.T) {
	space := o.space(factory)
	stories := newStories(space)
	return func(t *rapid.T) {
		config := space.Case(source{t})
		config.Seed = rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
		if err := stories.try(config); err != nil {
			t.Fatalf("\n%v", err)
		}
	}
}

// source lets rapid choose, and so shrink.
type source struct{ t *rapid.T }

func (s source) Int(label string, least, most int) int {
	return rapid.IntRange(least, most).Draw(s.t, label)
}
