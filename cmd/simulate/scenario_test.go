package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stampede/model/scenario"
)

func TestScenarioShowIsTheWholeFile(t *testing.T) {
	code, stdout, _ := call(t, "scenario", "show", "hot-key", "--set", "ttl=2s")
	if code != exitHolds || !strings.Contains(stdout, "\n  ttl: 2s\n") || !strings.Contains(stdout, "atomic-publish: false") {
		t.Errorf("exit status %d, stdout %s", code, stdout)
	}
	if s, err := scenario.Parse("x.yaml", []byte(stdout)); err != nil || s.Name != "hot-key" {
		t.Errorf("it reads back as %q, %v", s.Name, err)
	}
	_, whole, _ := call(t, "scenario", "show", "corpus/D01")
	_, right, _ := call(t, "scenario", "show", "corpus/D01", "--variant", "right")
	if !strings.Contains(whole, "name: faulty") || strings.Contains(right, "name: faulty") || !strings.Contains(right, "strategy: lock\n") {
		t.Errorf("with all variants:\n%s\nas one:\n%s", whole, right)
	}
}

func TestANewScenarioRuns(t *testing.T) {
	_, template, _ := call(t, "scenario", "new")
	path := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(path, []byte(template), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := call(t, "--scenario", path); code != exitHolds || stderr != "" {
		t.Errorf("exit status %d, stderr %q", code, stderr)
	}
}

// What a scenario expects decides the exit status, in every format.
func TestExpectationsDecide(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	const text = `version: 1
name: mine
strategy: lock
arrivals: {closed: {workers: 10, think: 5ms}}
expect: [recomputes <= expiries]
variants:
  - {name: right}
  - {name: faulty, strategy: naive, expect: [latency.p99 < 1s]}
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--variant right", exitHolds, "✓ recomputes <= expiries: 1 against 1\n"},
		{"--variant faulty", exitBroken, "✗ recomputes <= expiries: 10 against 1\n✓ latency.p99 < 1s: "},
		{"--variant faulty --strategy lock", exitHolds, "mine faulty, seed 1: lock on the modelled Redis\n"},
		{"--variant faulty --format json", exitBroken, `      "text": "recomputes <= expiries",
      "holds": false,
      "value": "10",
      "bound": "1"`},
		{"--variant rihgt", exitUsage, `simulate: variant "rihgt": unknown; did you mean right?`},
		{"", exitUsage, "simulate: scenario mine: it has variants, and one must be chosen; accepted are right and faulty\n"},
	} {
		code, stdout, stderr := call(t, append([]string{"run", "--scenario", path}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit status %d, want %d\n%s%s", c.args, code, c.code, stdout, stderr)
		}
	}
	code, stdout, _ := call(t, "compare", "--scenario", path, "--variant", "right", "--strategy", "naive,lock")
	if code != exitBroken || !strings.Contains(stdout, "\nnaive: ✗ recomputes <= expiries: 10 against 1\n") || strings.Contains(stdout, "lock: ✗") {
		t.Errorf("compare: exit status %d\n%s", code, stdout)
	}
}
