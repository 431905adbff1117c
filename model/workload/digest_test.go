package workload

import (
	"fmt"
	"hash/fnv"
	"testing"
	"time"
)

// Recorded runs depend on these draws: a change to one is a new version of them.
// The digests are the same on every platform; see internal/detmath for how to
// run this on others.
func TestDrawsStayAsTheyAre(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"exp(5ms)", "90054478553e1f99"},
		{"uniform(1ms, 5ms)", "dd34e86c77d3768c"},
		{"0.1ms + exp(0.4ms)", "3430d58c5eea4310"},
		{"lognormal(20ms, 0.5)", "ae38ce600fcafbf3"},
		{"mix(95% 20ms, 5% exp(500ms))", "28c5051221008846"},
	} {
		d, s := mustDuration(t, c.text), stream(4)
		check(t, c.text, c.want, 100_000, func() any { return int64(d.Draw(s)) })
	}
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"uniform", 1, "b1ebfb5ace1e45a5"},
		{"uniform", 7, "4c0b5ca4d42193b"},
		{"uniform", 1_000_000, "e741e7a6372aa7a7"},
		{"zipf(0.5)", 7, "73acf6825568f0ef"},
		{"zipf(0.5)", 1_000_000, "fa38e75ef9944095"},
		{"zipf(0.99)", 1_000_000, "933d8cc9318d1121"},
		{"zipf(1)", 1_000_000, "f4cef3a69a28871e"},
		{"zipf(1.0001)", 1_000_000, "d51efbc3699f06b8"},
		{"zipf(3)", 1_000_000, "1e3d2248100de472"},
		{"zipf(1.000001)", 1_000_000, "463d4442cc1886b1"},
		{"hot(10%, 90%)", 1000, "ae84bc6cc4da203b"},
		{"weights(5, 3, 1, 0.5)", 4, "234131553884e33c"},
	} {
		keys, s := NewKeys(c.n, mustPopularity(t, c.text)), stream(5)
		check(t, fmt.Sprint(c.text, " of ", c.n), c.want, 30_000, func() any { return keys.Draw(s) })
	}
	for i, want := range []string{
		"b6e2ae981c3ad8df",
		"a5b613ecd746697d",
		"4b8d10e3a414339d",
		"83aefb64e423d739",
		"4c6b08c012627bd",
		"6a87bac8cfee5640",
		"56f4959210784515",
		"226e9c65eaabae64",
		"456d98d0674073ed",
		"7403ef0961a38e7c",
		"4b96201318739633",
		"c90ad6523d1adfdd",
	} {
		g, s := Group{Pattern: patterns[i].pattern, Keys: 1000}, stream(6)
		requests := g.Requests(s, time.Hour)
		check(t, patterns[i].name, want, 10_000, func() any {
			var r Request
			requests.Next(&r)
			return r
		})
	}
}

func check(t *testing.T, what, want string, n int, draw func() any) {
	t.Helper()
	h := fnv.New64a()
	for range n {
		fmt.Fprintln(h, draw())
	}
	if got := fmt.Sprintf("%x", h.Sum64()); got != want {
		t.Errorf("the digest of %s is %s, want %s", what, got, want)
	}
}
