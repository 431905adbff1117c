package props_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
)

// overloaded loses half of its cache for good reasons, and has a minute to
// recover from that.
const overloaded = `
version: 1
name: overloaded
duration: 180s
keys: 2000
start: aged
arrivals: {poisson: {rate: 500/s}}
cache: {ttl: 300s, jitter: 60s}
faults:
  - {do: flush, to: redis, share: 80%, at: 40s}
  - {do: outage, to: origin, at: 50s, for: 5s}
heal: {at: 60s, within: 60s}
`

func verdict(t *testing.T, strategy, origin string) []observe.Violation {
	t.Helper()
	s, err := scenario.Parse("x.yaml", []byte(overloaded+origin))
	if err != nil {
		t.Fatal(err)
	}
	preset, err := scenario.Strategy(strategy).Preset()
	if err != nil {
		t.Fatal(err)
	}
	w := props.NewWatch(props.RunOf(preset, s), props.Recovers)
	if err := world.Run(world.Config{Scenario: s, Strategy: preset, Seed: 1}, w); err != nil {
		t.Fatal(err)
	}
	v, _ := w.Violations()
	return v
}

// The verdict of the heal phase: with admission the run recovers, with retries it
// does not.
func TestRecoveryIsJudged(t *testing.T) {
	const origin = "origin: {recompute: 10ms, connections: 1, client: {timeout: 1s, "
	if v := verdict(t, "singleflight", origin+"admit: 80/s}}\n"); len(v) != 0 {
		t.Errorf("with admission: %+v", v)
	}
	v := verdict(t, "naive", origin+"retries: 2}}\n")
	if len(v) == 0 || v[0].Invariant != "recovers" || v[0].AtMS < 120_000 {
		t.Errorf("with retries: %+v", v)
	}
}

// Each half of the sentence is broken by itself; what began before the bound
// breaks neither.
func TestRecoveryHasTwoHalves(t *testing.T) {
	at := func(second int, kind observe.Kind, work uint64) observe.Event {
		e := observe.Event{At: time.Duration(second) * time.Second, Kind: kind, Work: work}
		if kind == observe.ReadEnd {
			e.Class = observe.Error
		}
		return e
	}
	before := []observe.Event{
		at(1, observe.RecomputeStart, 1), at(10, observe.FaultStart, 0), at(11, observe.ReadStart, 2), at(20, observe.Settled, 0),
	}
	var busy []observe.Event
	for range 12 {
		busy = append(busy, at(21, observe.RecomputeStart, 4))
	}
	for _, c := range []struct {
		name   string
		events []observe.Event
		want   string
	}{
		{"a read that began before", []observe.Event{at(21, observe.ReadEnd, 2)}, ""},
		{"a read that began after", []observe.Event{at(21, observe.ReadStart, 3), at(22, observe.ReadEnd, 3)}, "fails to read"},
		{"a few recomputes", busy[:5], ""},
		{"many", busy, "11 recomputes in 1s since"},
	} {
		w := props.NewWatch(props.Run{}, props.Recovers)
		r := observe.NewRecorder(1, w)
		for _, e := range slices.Concat(before, c.events) {
			r.Emit(e)
		}
		v, n := w.Violations()
		if c.want == "" && n != 0 || c.want != "" && (n != 1 || !strings.Contains(v[0].Reason, c.want)) {
			t.Errorf("%s: %+v", c.name, v)
		}
	}
}
