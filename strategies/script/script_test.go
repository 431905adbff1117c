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
		"compare-and-delete":  "991044226bab3be2051fe670c8cc19199b7c1953",
		"compare-and-expire":  "4b8a21d16b172c52480e6eab042947455cffc98a",
		"publish-and-release": "af49b64ebdba35049ef1c401676edc707ef02999",
		"publish-leased":      "a96bdf9abd4bdfdb11dc1ef22aa41eab4fff06b3",
		"void-lease":          "31816dd84c6b11400a151978d4f968fb606f2298",
		"acquire-fenced":      "7de9f95353e2ed50336f754df626b88952440261",
		"publish-fenced":      "d8a7657a0598c6ad0588f1d810651b31145f84b5",
	}
	for _, s := range All() {
		if s.Hash != want[s.Name] {
			t.Errorf("%s: the hash is %s, want %s", s.Name, s.Hash, want[s.Name])
		}
	}
}
