package main

import (
	"strings"
	"testing"

	"stampede/model/fault"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// An empty victory is told in a sentence, and fails.
func TestEmptyVictoriesAreTold(t *testing.T) {
	lock, err := strategies.Compose("lock")
	if err != nil {
		t.Fatal(err)
	}
	var none props.Sightings
	kinds, err := fault.KindsNamed("crash", generate.Kinds())
	if err != nil {
		t.Fatal(err)
	}
	if m := met(lock, none.Due(lock.Choices, kinds), 999); m.missed != "" {
		t.Errorf("a small search is told to have missed something: %s", m.missed)
	}
	m := met(lock, none.Due(lock.Choices, kinds), 1000)
	for _, want := range []string{"lock: there is no case in 1,000 in which a load fails, or ", "the holder of a lock crashes", "says less than it seems to"} {
		if !strings.Contains(m.missed, want) {
			t.Errorf("%q: no %q", m.missed, want)
		}
	}
	if strings.Contains(m.missed, "failover") {
		t.Errorf("%q, though no failover was drawn", m.missed)
	}
}
