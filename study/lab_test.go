package study_test

import (
	"testing"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
	"stampede/study"
)

// load reads a scenario, of a name or a file, and changes some of its settings.
func load(t *testing.T, name string, set ...string) scenario.Scenario {
	t.Helper()
	s, err := scenario.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, assignment := range set {
		if err := s.Set(assignment); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func preset(t *testing.T, strategy string) strategies.Preset {
	t.Helper()
	p, err := study.Strategy(strategy)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// modelled runs a strategy under a scenario with some settings.
func modelled(t *testing.T, name, strategy string, seed uint64, set ...string) observe.Result {
	t.Helper()
	o, err := study.Run{Scenario: load(t, name, set...), Strategy: preset(t, strategy), Seed: seed}.Modelled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return o.Result
}
