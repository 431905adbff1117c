package script

import (
	"regexp"
	"testing"
)

func TestScriptsHaveDistinctNamesAndHashes(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range All() {
		if !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(s.Hash) {
			t.Errorf("%s: the hash is %q", s.Name, s.Hash)
		}
		for _, id := range []string{s.Name, s.Hash} {
			if seen[id] {
				t.Errorf("%s stands for two scripts", id)
			}
			seen[id] = true
		}
	}
}

// A hash is what the modelled servers know a script by: who changes a text must
// look at its effect there.
func TestHashesAreKnown(t *testing.T) {
	want := map[string]string{
		"compare-and-delete":  "f65c9133aec7eaa15a786213fa50440e04a37b6b",
		"publish-and-release": "686023bf745e9a5148e3c3e381b978411e3437f6",
	}
	for _, s := range All() {
		if s.Hash != want[s.Name] {
			t.Errorf("%s: the hash is %s, want %s", s.Name, s.Hash, want[s.Name])
		}
	}
}
