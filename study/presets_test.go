package study_test

import (
	"testing"

	"stampede/model/observe"
	"stampede/strategies"
)

// No two presets are the same thing by two names.
func TestEachPresetDoesSomethingElse(t *testing.T) {
	t.Parallel()
	seen := make(map[string]string)
	for _, p := range strategies.All() {
		digest := modelled(t, "hot-key", p.Name, 1, "duration=3s").Digest
		if other := seen[digest]; other != "" {
			t.Errorf("%s does what %s does", p.Name, other)
		}
		seen[digest] = p.Name
	}
}

// conditions are what every preset has to stand.
var conditions = map[string][]string{
	"hot-key":      {"duration=3s"},
	"hundred-keys": {"duration=3s", "from=0s", "workers=50"},
	"slow origin":  {"duration=4s", "recompute=400ms", "connections=2", "lock-ttl=10s", "wait=10s"},
	"long TTL":     {"duration=6s", "ttl=2s", "recompute=50ms", "workers=30"},
}

// Each preset keeps what its row guarantees, whatever the seed.
func TestPresetsKeepTheirGuarantees(t *testing.T) {
	t.Parallel()
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for name, set := range conditions {
				scenario := "hot-key"
				if name == "hundred-keys" {
					scenario = name
				}
				for seed := range uint64(2) {
					requireGuarantee(t, name, p, modelled(t, scenario, p.Name, seed+1, set...))
				}
			}
		})
	}
}

const processes = 5 // of the embedded scenarios

func requireGuarantee(t *testing.T, condition string, p strategies.Preset, r observe.Result) {
	t.Helper()
	c := p.Choices
	if r.ViolationCount > 0 || r.ForeignDeletes > 0 {
		t.Errorf("%s, seed %d: violations %+v", condition, r.Seed, r.Violations)
	}
	if onePerCluster := c.Lock || c.Lease || c.Redlock || c.Scheduled; onePerCluster && r.DuplicateRecomputes > 0 {
		t.Errorf("%s, seed %d: %d duplicates", condition, r.Seed, r.DuplicateRecomputes)
	}
	if c.Singleflight && r.Recomputes > processes*r.Episodes {
		t.Errorf("%s, seed %d: %d recomputes in %d episodes, want at most one per process", condition, r.Seed, r.Recomputes, r.Episodes)
	}
	if !c.OriginGuard && r.Errors > 0 {
		t.Errorf("%s, seed %d: %d errors", condition, r.Seed, r.Errors)
	}
	if c.OriginGuard && r.MaxConcurrentRecomputes > processes*10 {
		t.Errorf("%s, seed %d: %d recomputes at once, want at most 10 per process", condition, r.Seed, r.MaxConcurrentRecomputes)
	}
	served := map[string]bool{"lock-stale": true, "swr": true, "swr-lock": true, "swr-xfetch": true, "logical-ttl": true, "lease": true, "fail-safe": true}
	if !served[p.Name] && r.Stale > 0 {
		t.Errorf("%s, seed %d: %d stale answers", condition, r.Seed, r.Stale)
	}
}
