package scenario

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stampede/model/workload"
)

// kinds is each kind of arrivals, as a file has it.
var kinds = map[string]string{
	"closed":      "{workers: 3, think: exp(10ms), ramp: 1s}",
	"constant":    "{rate: 50/s}",
	"poisson":     "{rate: 50/s}",
	"bursts":      "{rate: 200/s, off-rate: 5/s, on: exp(500ms), off: 1s}",
	"ramp":        "{from: 10/s, to: 100/s, over: 5s}",
	"flash-crowd": "{base: 10/s, peak: 500/s, at: 2s, rise: 100ms, hold: 1s, decay: 500ms}",
	"daily":       "{mean: 50/s, peak: 90/s, peak-at: 5s, period: 10s}",
	"cron":        "{every: 1s, count: 40, first: 500ms, spread: 100ms}",
	"warm-up":     "{at: 1s, within: 2s}",
	"trace":       "{file: testdata/requests.csv, format: plain, from-first: true}",
}

func parse(t *testing.T, source string) Scenario {
	t.Helper()
	s, err := Parse("x.yaml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryKindOfArrivalsReadsBack(t *testing.T) {
	const head = "version: 1\nname: a\nkeys: 20\n"
	for kind, fields := range kinds {
		requireReadsBack(t, parse(t, head+"arrivals: {"+kind+": "+fields+"}\n"))
		requireReadsBack(t, parse(t, head+"arrivals:\n  sum:\n    - {first: 3, keys: 5, popularity: zipf(1), from: 1s, until: 9s, "+kind+": "+fields+"}\n    - poisson: {rate: 1/s}\n"))
	}
}

// Each part of a sum asks for its own keys, from and until its own instants, and
// draws from streams of its own.
func TestASumKeepsItsPartsApart(t *testing.T) {
	source := `version: 1
name: a
keys: 30
arrivals:
  sum:
    - {keys: 10, constant: {rate: 10/s}}
    - {first: 11, keys: 5, from: 2s, until: 4s, poisson: {rate: 100/s}}
    - {first: 16, from: 5s, warm-up: {within: 1s}}
`
	s := parse(t, source)
	requests, err := s.Requests(randoms, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer requests.Close()
	var counts [3]int
	var last time.Duration
	var second []time.Duration
	for r := (workload.Request{}); requests.Next(&r); {
		if r.At < last {
			t.Fatalf("a request at %v after one at %v", r.At, last)
		}
		last = r.At
		part := 0
		switch {
		case r.Key >= 15:
			part = 2
		case r.Key >= 10:
			part = 1
			second = append(second, r.At)
		}
		counts[part]++
	}
	if counts[0] != 100 || counts[1] < 150 || counts[1] > 250 || counts[2] != 15 {
		t.Errorf("the parts have %v requests", counts)
	}
	if second[0] < 2*time.Second || second[len(second)-1] >= 4*time.Second {
		t.Errorf("the second part has requests from %v to %v", second[0], second[len(second)-1])
	}
}

// randoms returns a stream for each name.
func randoms(owner, purpose string) workload.Source {
	seed := uint64(0)
	for _, b := range []byte(owner + purpose) {
		seed = seed*31 + uint64(b)
	}
	return rand.New(rand.NewPCG(1, seed))
}

// A trace stands beside its scenario, from wherever that is loaded.
func TestATraceIsFoundBesideItsScenario(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	for name, text := range map[string]string{
		path:                           "version: 1\nname: a\nkeys: 3\narrivals: {trace: {file: r.csv}}\n",
		filepath.Join(dir, "r.csv"):    "0.5,b\n1.5,a\n",
		filepath.Join(dir, "sum.yaml"): "version: 1\nname: b\nkeys: 3\narrivals: {sum: [{trace: {file: r.csv}}]}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{path, filepath.Join(dir, "sum.yaml")} {
		s, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		requests, err := s.Requests(randoms, nil)
		if err != nil {
			t.Fatal(err)
		}
		var r workload.Request
		if !requests.Next(&r) || r.At != 500*time.Millisecond {
			t.Errorf("%s: the first request is at %v, %v", name, r.At, requests.Err())
		}
		if err := requests.Close(); err != nil {
			t.Error(err)
		}
	}
}
