package world_test

import (
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
)

// Nobody is answered by a server that stands still, and all are when it goes on; no
// node of a cluster that did so refuses what it was sent meanwhile.
func TestAServerThatStandsStillAnswersLater(t *testing.T) {
	cluster := strings.Replace(instant, "service: 0s", "service: 0s, servers: {cluster: true, shards: 3}, client: {redirects: 3}", 1)
	for _, c := range []struct{ verb, servers string }{
		{"pause", instant}, {"client-pause", instant}, {"pause", cluster}, {"client-pause", cluster},
	} {
		verb := c.verb
		r := runs(t, "naive", c.servers+`
duration: 3s
start: warm
arrivals: {constant: {rate: 100/s}}
cache: {ttl: 1m}
faults: [{do: `+verb+`, to: redis, at: 1005ms, for: 500ms}]
`, 1)
		during, late := 0, 0
		for _, e := range r.events {
			if e.Kind != observe.ReadEnd {
				continue
			}
			if e.At > 1005*time.Millisecond && e.At < 1505*time.Millisecond {
				during++
			}
			if e.Took > 0 {
				late++
			}
		}
		if during != 0 || late != 50 || r.Errors != 0 || r.LatencyMS.Max < 490 || r.LatencyMS.Max > 496 {
			t.Errorf("%s: %d answers meanwhile, %d late ones, %d errors, latency up to %v ms; want 0, 50, 0, 495", verb, during, late, r.Errors, r.LatencyMS.Max)
		}
	}
}

// The client sends the text of a script that the server has forgotten, unless it has
// only the hash: then no lock is freed any more.
func TestAServerForgetsItsScripts(t *testing.T) {
	const text = steady + `
clients: [{name: A, process: 1, at: 0s, every: 2s, times: 5}]
faults: [{do: script-flush, to: redis, at: 1s}]
`
	r := runs(t, "lock", text, 1)
	if got := r.when(observe.Refused); got != "1:2100" || r.Recomputes != 5 || r.ViolationCount != 0 {
		t.Errorf("refused %s, %d recomputes, %d violations; want one, at the first release after the flush", got, r.Recomputes, r.ViolationCount)
	}
	if released := r.when(observe.LockReleased); released != "1:100 1:2100 1:4100 1:6100 1:8100" {
		t.Errorf("released %s", released)
	}
	r = runs(t, "lock", strings.Replace(text, "service: 0s", "service: 0s, client: {timeout: 1s, hash-only: true}", 1), 1)
	if released := r.when(observe.LockReleased); released != "1:100" {
		t.Errorf("hash only: released %s", released)
	}
}
