package near

import "testing"

var names = []string{"ttl", "jitter", "recompute", "lock-ttl", "poll", "wait", "beta", "rate", "workers", "keys", "rtt", "duration"}

func TestNameFindsWhatWasMeant(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"workerz", "workers"},  // a wrong letter
		{"worker", "workers"},   // a missing one
		{"wworkers", "workers"}, // one too many
		{"wrokers", "workers"},  // two exchanged
		{"tll", "ttl"},          // exchanged, in a short word
		{"tl", "ttl"},           // missing, in a shorter one
		{"recompuet", "recompute"},
		{"rekompjute", "recompute"},
		{"TTL", "ttl"},
		{"lock_ttl", "lock-ttl"},
		{"lockTTL", "lock-ttl"},
		{"dur", "duration"}, // its beginning
		{"recomp", "recompute"},
	} {
		if got, ok := Name(c.word, names); !ok || got != c.want {
			t.Errorf("Name(%q) = %q, %v; want %q", c.word, got, ok, c.want)
		}
	}
}

func TestNameLeavesStrangersAlone(t *testing.T) {
	for _, word := range []string{"", "x", "go", "zz", "banana", "we", "r", "connections", "świat"} {
		if got, ok := Name(word, names); ok {
			t.Errorf("Name(%q) = %q, which is not near", word, got)
		}
	}
	if got, ok := Name("ttl", nil); ok {
		t.Errorf("Name without candidates = %q", got)
	}
	if got, ok := Name("net", []string{"network", "netting"}); ok {
		t.Errorf("Name chose %q, though both begin so", got)
	}
}

func TestNamePrefersTheNearestThenTheFirst(t *testing.T) {
	if got, _ := Name("pol", []string{"role", "poll", "pole"}); got != "poll" {
		t.Errorf("Name = %q, want the first of the nearest, poll", got)
	}
	if got, _ := Name("rates", []string{"gates", "rates"}); got != "rates" {
		t.Errorf("Name = %q, want the word itself", got)
	}
}

func TestDistanceIsSymmetricAndZeroOnlyForEquals(t *testing.T) {
	words := append([]string{"", "a", "ab", "ba"}, names...)
	for _, a := range words {
		for _, b := range words {
			d, back := distance([]rune(a), []rune(b)), distance([]rune(b), []rune(a))
			if d != back || (d == 0) != (a == b) {
				t.Errorf("distance(%q, %q) = %d, back %d", a, b, d, back)
			}
		}
	}
	if d := distance([]rune("ab"), []rune("ba")); d != 1 {
		t.Errorf("an exchange counts %d, want 1", d)
	}
}
