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
			proptest.Check(t, p.New, proptest.Options{Choices: p.Choices})
		})
	}
}

// recorder is a test that notes a failure instead of failing.
type recorder struct {
	rapid.TB // nil in an example, which has no test
	said     strings.Builder
}

func (r *recorder) Helper()                           {}
func (r *recorder) Name() string                      { return "TestSetnx" }
func (r *recorder) Logf(format string, args ...any)   { fmt.Fprintf(&r.said, format+"\n", args...) }
func (r *recorder) Errorf(format string, args ...any) { r.Logf(format, args...) }
func (r *recorder) Fatalf(format string, args ...any) { r.Logf(format, args...) }
func (r *recorder) FailNow()                          {}
func (r *recorder) Failed() bool                      { return false }

// caught are wrong variants of all kinds, which few cases are enough to catch.
var caught = []string{
	"lock-plain-del", "lock-no-ttl", "lock-only-looks", "singleflight-never-lands", "swr-leaked-ttl", "xfetch-wrong-unit",
}

// A strategy written in a test file is searched like the built-in ones, and its
// faults are found and told, by the smallest case there is.
func TestACarelessStrategyIsCaught(t *testing.T) {
	set(t, "rapid.nofailfile", "true")
	set(t, "rapid.seed", "1")
	mine := strategies.Preset{Name: "setnx", Choices: strategies.Choices{Lock: true}, New: newSetnx}
	for _, p := range append(broken.All(), mine) {
		if p.Name != mine.Name && !slices.Contains(caught, p.Name) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
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

// set sets a flag until the end of the test.
func set(t *testing.T, name, value string) {
	t.Helper()
	was := flag.Lookup(name).Value.String()
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set(name, was) })
}
