package prom_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"stampede/strategies"
	"stampede/strategies/prom"
)

// The hot keys are those with most reads times the cost of a load: among a hundred
// thousand others, in a memory of a thousand.
func TestHotKeysAreThoseThatWouldCostMost(t *testing.T) {
	r := prometheus.NewPedanticRegistry()
	m := prom.New(r)
	load := func(key string, took time.Duration) {
		m.Observe(context.Background(), strategies.Observation{What: strategies.Loaded, Key: key, Took: took})
	}
	for i := range 10 { // before they are read, these are of no account
		load(fmt.Sprint("early-", i), time.Second)
	}
	for i := range 100_000 {
		read := func(key string) {
			m.Observe(context.Background(), strategies.Observation{What: strategies.Served, Key: key})
		}
		read(fmt.Sprint("cold-", i))
		read("cheap")
		if i%4 == 0 {
			read("dear")
		}
		if i%20 == 0 {
			read("\xff")
		}
		if i == 50_000 {
			load("dear", 30*time.Second)
			load("dear", 10*time.Second)
			load("cheap", 2*time.Second)
			load("\xff", 4*time.Second)
		}
	}
	got, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range got {
		if family.GetName() == "hot_key_load_seconds" && len(family.GetMetric()) != 10 {
			t.Errorf("%d keys are shown", len(family.GetMetric()))
		}
	}
	want := map[string]float64{"dear": 25_000 * 20, "cheap": 100_000 * 2, `"\xff"`: 5_000 * 4}
	for _, family := range got {
		for _, metric := range family.GetMetric() {
			for _, l := range metric.GetLabel() {
				key := l.GetValue()
				if w, hot := want[key]; hot {
					if g := metric.GetGauge().GetValue(); g != w {
						t.Errorf("%s: %v seconds, want %v", key, g, w)
					}
					delete(want, key)
				}
			}
		}
	}
	if len(want) != 0 {
		t.Errorf("not shown: %v", want)
	}
}

// A key that was not loaded yet costs what the others do; keys come by their names
// where they are level.
func TestAKeyThatWasNotLoadedCostsTheMean(t *testing.T) {
	r := prometheus.NewPedanticRegistry()
	m := prom.New(r)
	for _, o := range []strategies.Observation{
		{What: strategies.Served, Key: "a"},
		{What: strategies.Served, Key: "b"},
		{What: strategies.Served, Key: "b"},
		{What: strategies.Loaded, Key: "a", Took: 3 * time.Second},
		{What: strategies.Loaded, Key: "c", Took: time.Second},
	} {
		m.Observe(context.Background(), o)
	}
	err := testutil.GatherAndCompare(r, strings.NewReader(`
# HELP hot_key_load_seconds Reads of a key times the mean duration of a load: what it would have cost the origin without a cache. The ten keys that have most.
# TYPE hot_key_load_seconds gauge
hot_key_load_seconds{key="a"} 3
hot_key_load_seconds{key="b"} 4
`), "hot_key_load_seconds")
	if err != nil {
		t.Error(err)
	}
}
