package scenario

import (
	"slices"
	"testing"
)

func TestLiveProblemsNameWhatOnlyTheModelDoes(t *testing.T) {
	for _, s := range append(Embedded(), closed(), poisson(), sum()) {
		// Of what comes with the program, one is of the model alone.
		if got := s.LiveProblems(); (got != nil) != (s.Name == "overload") {
			t.Errorf("%s: %q", s.Name, got)
		}
	}
	s := parse(t, `version: 1
name: a
start: aged
slots: 3
keys: 2
arrivals:
  sum:
    - poisson: {rate: 1/s}
    - {do: write, poisson: {rate: 1/s}}
writes: {then: invalidate}
redis: {client: {timeout: 1s, read-from: any}, servers: {replicas: 1, detection: 1s}}
clients:
  - {name: A, load: 1s}
  - {name: B, do: write}
  - {name: C, do: invalidate}
origin: {contention: 1%, limit: 5/s, lag: 1s, cancel-late: true, absent: 1, client: {timeout: 1s, retries: 1, admit: 1/s}}
faults:
  - {do: restart, to: any, at: 1s}
  - {do: crash, to: any, at: 1s}
  - {do: flush, to: redis, at: 1s, share: 50%}
  - {do: flush, to: redis, at: 1s}
heal: {at: 5s}
`)
	want := []string{
		"start aged", "slots", "redis.client.read-from",
		"origin.contention", "origin.limit", "origin.lag", "origin.cancel-late", "origin.absent",
		"origin.client.timeout", "origin.client.retries", "origin.client.admit",
		"faults[0] (restart any)", "faults[2] (flush redis)",
	}
	if got := s.LiveProblems(); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
