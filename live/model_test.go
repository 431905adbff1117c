package live

import (
	"testing"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
)

// openStream is a short Poisson stream on one key.
func openStream(t *testing.T) scenario.Scenario {
	t.Helper()
	sc, err := scenario.Load("poisson-hot-key")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"duration=500ms", "rate=400/s", "ttl=200ms", "recompute=50ms"} {
		if err := sc.Set(s); err != nil {
			t.Fatal(err)
		}
	}
	return sc
}

func modelledReads(t *testing.T, sc scenario.Scenario) uint64 {
	t.Helper()
	s := observe.NewSummary(1, 0)
	if err := world.Run(world.Config{Scenario: sc, Strategy: presetNamed(t, "naive"), Seed: 1}, s); err != nil {
		t.Fatal(err)
	}
	return s.Result().Reads
}
