package proptest_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stampede/props/proptest"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// Each run of the tests draws the same cases: one that fails does so at the change that
// is to blame. -rapid.seed=0 draws others each time.
func init() { _ = flag.Set("rapid.seed", "1") }

// -rapid.checks=10000 makes it a search worth the name, which takes half a minute for
// each strategy.
func TestRightStrategiesKeepTheirPromises(t *testing.T) {
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, proptest.Property(p.New, proptest.Options{Choices: p.Choices}))
		})
	}
}

// What the strategy is about is met in the cases of a test.
func TestARightStrategyPasses(t *testing.T) {
	t.Parallel()
	p, err := strategies.Compose("lock")
	if err != nil {
		t.Fatal(err)
	}
	proptest.Check(t, p.New, proptest.Options{Choices: p.Choices})
}

// recorder is a test that notes a failure instead of failing.
type recorder struct {
	testing.TB // nil in an example, which has no test
	said       strings.Builder
}

func (r *recorder) Helper()                           {}
func (r *recorder) Fatalf(format string, args ...any) { fmt.Fprintf(&r.said, format+"\n", args...) }

// caught are wrong variants of all kinds.
var caught = []string{
	"lock-plain-del", "lock-no-ttl", "singleflight-never-lands", "swr-leaked-ttl", "xfetch-wrong-unit",
	"fail-safe-no-back-off", slow, // which take more than a hundred cases
}

// slow is caught by a case that is too large to be the smallest: that there is none is
// known after many seconds.
const slow = "lock-get-then-del"

// A strategy written in a test file is searched like the built-in ones, and its
// faults are found and told, by the smallest case there is.
func TestACarelessStrategyIsCaught(t *testing.T) {
	mine := strategies.Preset{Name: "setnx", Choices: strategies.Choices{Lock: true}, New: newSetnx}
	for _, p := range append(broken.All(), mine) {
		if p.Name != mine.Name && !slices.Contains(caught, p.Name) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			if testing.Short() && p.Name == slow {
				t.Skip("it takes many seconds")
			}
			t.Parallel()
			r := &recorder{TB: t}
			proptest.Check(r, p.New, proptest.Options{Choices: p.Choices})
			said := r.said.String()
			if !strings.Contains(said, p.Breaks+" is broken: ") && p.Breaks != "" || !strings.Contains(said, "begins to read") {
				t.Errorf("no story was told:\n%s", said)
			}
			t.Log(said)
		})
	}
}

// Who claims to refresh early and never does keeps every promise, and yet has not been
// tested.
func TestASearchThatMetNothingFails(t *testing.T) {
	t.Parallel()
	r := &recorder{TB: t}
	proptest.Check(r, strategies.Composed(strategies.Choices{Lock: true}).New,
		proptest.Options{Choices: strategies.Choices{Lock: true, XFetch: true}})
	if said := r.said.String(); !strings.Contains(said, "there is no case in 1000 in which the entry expires before an early refresh is done") {
		t.Errorf("it says %q", said)
	}
}

func TestOptionsThatMeanNothingAreNamed(t *testing.T) {
	for want, o := range map[string]proptest.Options{
		"Cases is -1":  {Cases: -1},
		"lock+redlock": {Choices: strategies.Choices{Lock: true, Redlock: true}},
	} {
		r := &recorder{TB: t}
		proptest.Check(r, newSetnx, o)
		if !strings.Contains(r.said.String(), want) {
			t.Errorf("it says %q, not %q", &r.said, want)
		}
	}
}
