package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
	"stampede/model/scenario"
)

// What a run does not measure is not judged: an expectation of it is refused.
func TestNothingIsExpectedOfWhatIsNotMeasured(t *testing.T) {
	t.Parallel()
	elses := redistest.Start(t).URL()
	for _, c := range []struct{ expect, redis, says string }{
		{"redis.queue_max == 0", Miniredis, "miniredis: expect redis.queue_max == 0: no server tells how many commands wait for it; accepted is the modelled Redis"},
		{"redis.commands > redis.queue_max", Miniredis, "expect redis.commands > redis.queue_max: no server tells"},
		{"redis.queue_max == 0", Auto, "auto: expect redis.queue_max == 0: no server tells"},
		{"redis.evictions == 0", elses, "expect redis.evictions == 0: a server tells how many keys had to go since it started, of all its clients; accepted is the whole run, on miniredis, auto"},
		{"redis.evictions in 0s..50ms == 0", Miniredis, "expect redis.evictions in 0s..50ms == 0: a server tells"},
		{"redis.failovers == 0", elses, "expect redis.failovers == 0: only the servers that a run has started"},
		{"redis.evictions == 0", Miniredis, ""},
		{"redis.failovers in 0s..50ms == 0", Miniredis, ""},
		{"redis.refused == 0", elses, ""},
	} {
		if c.redis == Auto {
			redistest.Need(t)
		}
		sc := parse(t, "expect: ["+c.expect+"]", "duration=100ms")
		_, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "naive"), Redis: c.redis})
		if c.says == "" {
			if err != nil {
				t.Errorf("%s on %s: %v", c.expect, c.redis, err)
			}
		} else if !errors.Is(err, ErrModelOnly) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s on %s: %v; it does not say %q", c.expect, c.redis, err, c.says)
		}
	}
}

// What is not measured is not there, rather than 0.
func TestAFigureThatIsNotMeasuredIsAbsent(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		Miniredis:                "evictions failovers",
		redistest.Start(t).URL(): "",
	} {
		text, err := json.Marshal(completed(t, address, "naive", parse(t, "", "duration=100ms")).Redis)
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq("evictions queue_max failovers") {
			if there := strings.Contains(string(text), name); there != strings.Contains(want, name) {
				t.Errorf("%s on %s: %s", name, address, text)
			}
		}
	}
}

// completed runs a scenario and returns all its figures.
func completed(t *testing.T, address, strategy string, sc scenario.Scenario) observe.Result {
	t.Helper()
	summary := observe.NewSummary(time.Duration(sc.Bucket), 0)
	info, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, strategy), Seed: 1, Redis: address}, summary)
	if err != nil {
		t.Fatal(err)
	}
	r := summary.Result()
	info.Complete(&r)
	return r
}

// Of thousands of keys few have room: the server counts the others, also those of before
// a crash.
func TestEvictionsAreTheServersWord(t *testing.T) {
	t.Parallel()
	redistest.Need(t)
	const memory = "keys: 5000\nstart: warm\nredis: {client: {timeout: 300ms}, memory: {limit: 100kb, policy: allkeys-lru}}\n"
	for _, fault := range []string{"", "faults: [{do: crash, to: redis, at: 100ms, for: 100ms}]"} {
		r := completed(t, Auto, "naive", parse(t, memory+fault, "duration=500ms"))
		if n := r.Redis.Evictions; n == nil || *n < 2500 || *n > 10_000 {
			t.Errorf("%s: %s", fault, show(n))
		}
	}
}

func show(n *uint64) string {
	if n == nil {
		return "not measured"
	}
	return fmt.Sprint(*n)
}

// A load that its reader has left goes on at the origin, for nobody.
func TestALoadForNobodyIsWasted(t *testing.T) {
	t.Parallel()
	r := completed(t, Miniredis, "naive", parsed(t, `
duration: 1s
clients: [{name: A, load: 100ms, cancel: 20ms}, {name: B, at: 50ms, load: 200ms}]
`))
	if r.Origin.Loads != 2 || r.Origin.Wasted != 1 {
		t.Errorf("%d of %d loads were for nobody", r.Origin.Wasted, r.Origin.Loads)
	}
}
