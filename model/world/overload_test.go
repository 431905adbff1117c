package world_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
)

// cacheLoss is D25: a cache that holds ten thousand keys of all ages spares an
// origin that can do a tenth of the reads, until a part of the keys is lost.
const cacheLoss = `
duration: 600s
keys: 10000
start: aged
arrivals: {poisson: {rate: 1000/s}}
network: {request: 0s, reply: 0s}
redis: {service: 0s}
cache: {ttl: 540s, jitter: 120s, lock: {ttl: 5s, poll: 100ms, wait: 1s}}
faults:
  - {do: flush, to: redis, share: 25%, at: 60s}
`

const (
	impatient = "origin: {recompute: 10ms, connections: 1, client: {timeout: 1s, retries: 1}}\n"
	admitted  = "origin: {recompute: 10ms, connections: 1, client: {timeout: 1s, admit: 80/s}}\n"
)

// traffic is what happens in each second.
type traffic struct{ windows []window }

type window struct{ reads, hits, useful, recomputes int }

func (w window) hitRate() float64 { return float64(w.hits) / float64(max(w.reads, 1)) }

func (t *traffic) Observe(e *observe.Event) {
	for len(t.windows) <= int(e.At/time.Second) {
		t.windows = append(t.windows, window{})
	}
	w := &t.windows[e.At/time.Second]
	switch e.Kind {
	case observe.ReadEnd:
		w.reads++
		if e.Class == observe.Hit {
			w.hits++
		}
	case observe.RecomputeStart:
		w.recomputes++
	case observe.RecomputeEnd:
		if !e.Failed {
			w.useful++
		}
	}
}

// until returns what happened in the ten seconds up to an instant.
func (t *traffic) until(second int) window {
	var sum window
	for _, w := range t.windows[second-10 : second] {
		sum.reads += w.reads
		sum.hits += w.hits
		sum.useful += w.useful
		sum.recomputes += w.recomputes
	}
	return sum
}

func trafficOf(t testing.TB, strategy string, s scenario.Scenario) *traffic {
	t.Helper()
	preset, err := scenario.Strategy(strategy).Preset()
	if err != nil {
		t.Fatal(err)
	}
	var seen traffic
	if err := world.Run(world.Config{Scenario: s, Strategy: preset, Seed: 1}, &seen); err != nil {
		t.Fatal(err)
	}
	return &seen
}

func parsed(t testing.TB, text string, set ...string) scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse("test.yaml", []byte("version: 1\nname: test\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	for _, assignment := range set {
		if err := s.Set(assignment); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// D25: the overload outlives its trigger. What callers have stopped waiting for
// keeps the origin busy, so that nothing fills the cache again.
func TestD25AnOverloadOutlivesItsTrigger(t *testing.T) {
	t.Parallel()
	seen := trafficOf(t, "naive", parsed(t, cacheLoss+impatient))
	before, after := seen.until(60), seen.until(590)
	if before.hitRate() < 0.975 || before.useful < 100 || before.useful > 250 {
		t.Errorf("before: hit rate %.3f, %d recomputes in 10 s; want about 0.98, 100 to 250", before.hitRate(), before.useful)
	}
	for s := 80; s <= 590; s += 10 {
		if w := seen.until(s); w.useful != 0 {
			t.Errorf("%d useful results in the 10 s up to %d s, want none", w.useful, s)
		}
	}
	if first := seen.until(80).hitRate(); first < 0.70 || first > 0.78 || after.hitRate() > 0.15 || after.recomputes < 7500 {
		t.Errorf("the hit rate falls from %.2f to %.2f with %d recomputes in the end; want 0.75, 0.10, more than 7500",
			first, after.hitRate(), after.recomputes)
	}
}

// With coalescing and admission it recovers. Of the 80 loads a second about 15
// replace what expires, so that the 2,500 lost keys are back after some 35 s: the
// corpus says 30.
func TestD25CoalescingAndAdmissionRecover(t *testing.T) {
	t.Parallel()
	seen := trafficOf(t, "singleflight", parsed(t, cacheLoss+admitted, "duration=130s"))
	for second, want := range map[int]float64{60: 0.975, 90: 0.89, 100: 0.95, 130: 0.98} {
		if got := seen.until(second).hitRate(); got < want {
			t.Errorf("hit rate %.3f in the 10 s up to %d s, want at least %.3f", got, second, want)
		}
	}
}

// recovers tells whether, some time after the flush, reads hit about as often as
// before.
func recovers(t testing.TB, strategy, origin string, rate, flush, until int) bool {
	s := parsed(t, cacheLoss+origin, fmt.Sprintf("duration=%ds", until), fmt.Sprintf("rate=%d/s", rate), fmt.Sprintf("faults[0].share=%d%%", flush))
	seen := trafficOf(t, strategy, s)
	return seen.until(until).hitRate() > seen.until(60).hitRate()-0.03
}

var whole = flag.Bool("whole-map", false, "draw the whole map of recovery: some minutes")

// The map of D25: load × size of the flush. Neither retries nor a lock matter for
// what is lost: only that the origin works for callers who have left. To print
// the whole map:
//
//	go test ./model/world -run MapOfRecovery -v -whole-map
func TestMapOfRecovery(t *testing.T) {
	t.Parallel()
	flushes, rates, until := []int{5, 25}, []int{500, 2000}, 140
	want := map[string]string{"naive": "ok lost ok lost", "lock": "ok lost ok lost", "singleflight": "ok ok ok ok"}
	if *whole {
		flushes, rates, until = []int{2, 5, 10, 15, 25, 50, 100}, []int{250, 500, 1000, 2000}, 360
	}
	for _, c := range []struct{ strategy, origin, about string }{
		{"naive", impatient, "a time-out of 1 s and one retry"},
		{"lock", impatient, "a time-out of 1 s and one retry"},
		{"singleflight", admitted, "no retry, and at most 80 loads a second"},
	} {
		var table strings.Builder
		var marks []string
		fmt.Fprintf(&table, "%s, with %s\n%7s", c.strategy, c.about, "reads/s")
		for _, f := range flushes {
			fmt.Fprintf(&table, " %4d %%", f)
		}
		for _, rate := range rates {
			fmt.Fprintf(&table, "\n%7d", rate)
			for _, f := range flushes {
				mark := "lost"
				if recovers(t, c.strategy, c.origin, rate, f, until) {
					mark = "ok"
				}
				marks = append(marks, mark)
				fmt.Fprintf(&table, " %6s", mark)
			}
		}
		t.Log(table.String())
		if got := strings.Join(marks, " "); !*whole && got != want[c.strategy] {
			t.Errorf("%s: %s, want %s", c.strategy, got, want[c.strategy])
		}
	}
}
