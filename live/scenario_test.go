package live

import (
	"errors"
	"fmt"
	"testing"

	"stampede/model/scenario"
)

func parsed(t *testing.T, text string) scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse("x.yaml", []byte("version: 1\nname: a\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// D01, twenty times as fast: a late holder deletes the next holder's lock, and a
// third comes in. The same file shows it on the model.
func TestScriptedClientsPlayLive(t *testing.T) {
	const text = `
duration: 2s
processes: 3
clients:
  - {name: A, at: 0s, load: 750ms}
  - {name: B, at: 506ms, load: 400ms}
  - {name: X, at: 800ms, load: 150ms}
cache: {ttl: 1ms, lock: {ttl: 500ms, poll: 3ms, wait: 10s}}
`
	onBoth(t, func(t *testing.T, address string) {
		steadily(t, func() error { // late, X may see A's value, which is there for a millisecond
			if r := play(t, address, "lock-plain-del", parsed(t, text)); r.ForeignDeletes == 0 || r.Recomputes != 3 || r.Overlap.TotalMS < 100 {
				return fmt.Errorf("%d foreign deletes, %d recomputes, overlap %+v", r.ForeignDeletes, r.Recomputes, r.Overlap)
			}
			return nil
		})
		if r := play(t, address, "lock", parsed(t, text)); r.ForeignDeletes != 0 || r.Locks.Lost != 1 || r.Recomputes < 2 { // X may see B's value, for a millisecond
			t.Errorf("%d foreign deletes, %d locks lost, %d recomputes", r.ForeignDeletes, r.Locks.Lost, r.Recomputes)
		}
	})
}

// Each part of a sum of arrivals starts its own reads.
func TestASumOfArrivalsPlaysLive(t *testing.T) {
	r := play(t, Miniredis, "naive", parsed(t, `
duration: 500ms
keys: 12
origin: {recompute: 1ms}
arrivals:
  sum:
    - {keys: 1, constant: {rate: 100/s}}
    - {first: 2, keys: 1, closed: {workers: 2, think: 10s}}
    - {first: 3, warm-up: {at: 100ms}}
`))
	if r.Reads != 50+2+10 || r.ExpiryCauses["cold start"] != 12 {
		t.Errorf("%d reads of %v keys, want 62 of 12", r.Reads, r.ExpiryCauses)
	}
}

func TestWhatOnlyTheModelDoesIsRefused(t *testing.T) {
	s := parsed(t, `
slots: 2
arrivals: {poisson: {rate: 1/s}}
faults: [{do: restart, to: any, at: 1s}]
`)
	_, err := Run(t.Context(), Config{Scenario: s, Strategy: presetNamed(t, "naive"), Redis: Miniredis})
	const want = "a: a run in wall-clock time has no slots, faults[0] (restart any); accepted is a scenario without, or virtual time"
	if !errors.Is(err, ErrModelOnly) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
