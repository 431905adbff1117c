package study_test

import (
	"testing"

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
