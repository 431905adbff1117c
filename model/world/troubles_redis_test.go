package world_test

import (
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
)

// through is a stream of reads whose client of Redis gives up after 20 ms.
const through = `
duration: 20s
processes: 2
keys: 10
origin: {recompute: 10ms}
cache: {ttl: 500ms, lock: {ttl: 1s, poll: 10ms}}
arrivals: {poisson: {rate: 300/s}}
redis:
  client: {timeout: 20ms}
`

// errorsOf counts the failed reads of each process, while a fault lasts from 5 to
// 10 s, and else.
func (r story) errorsOf() (during, other [2]int) {
	for _, e := range r.events {
		if e.Kind != observe.ReadEnd || e.Class != observe.Error {
			continue
		}
		if e.At >= 5*time.Second && e.At <= 10*time.Second+20*ms {
			during[e.Process]++
		} else {
			other[e.Process]++
		}
	}
	return during, other
}

// Lost messages and cut links concern the processes that are named, and end.
func TestMessagesGetLostBetweenAProcessAndRedis(t *testing.T) {
	for _, c := range []struct {
		fault       string
		least, most int // failed reads of process 1
	}{
		{"do: partition", 700, 800},
		{"do: partition, way: replies", 700, 800},
		{"do: drop, share: 10%", 100, 320},
		{"do: drop, share: 10%, way: requests", 50, 130},
	} {
		r := runs(t, "lock", through+"faults:\n  - {"+c.fault+", to: process-1, at: 5s, for: 5s}\n", 1)
		during, other := r.errorsOf()
		if during[0] < c.least || during[0] > c.most || during[1] != 0 || other != [2]int{} {
			t.Errorf("%s: failed reads %v, else %v; want %d to %d of process 1 only", c.fault, during, other, c.least, c.most)
		}
	}
}

// A Redis that crashes comes back empty; one that fails over goes on.
func TestRedisCrashesAndFailsOver(t *testing.T) {
	r := runs(t, "lock", through+"faults:\n  - {do: crash, to: redis, at: 5s, for: 5s}\n", 1)
	if during, other := r.errorsOf(); during[0]+during[1] < 1400 || other != [2]int{} {
		t.Errorf("crash: failed reads %v, else %v", during, other)
	}
	if r.ExpiryCauses["restarted"] == 0 {
		t.Errorf("crash: expiries %v", r.ExpiryCauses)
	}
	r = runs(t, "lock", through+`  servers: {replicas: 1, lag: 5ms, detection: 500ms, learn: 10ms}
faults:
  - {do: failover, to: primary, at: 5s}
`, 1)
	if during, other := r.errorsOf(); len(r.when(observe.Promotion)) == 0 || r.Errors > 20 || during[0]+during[1] != int(r.Errors) || other != [2]int{} {
		t.Errorf("failover: promotions %s, failed reads %v, else %v", r.when(observe.Promotion), during, other)
	}
}

// A flush takes the share of the keys that it says.
func TestAFlushTakesAShareOfTheKeys(t *testing.T) {
	r := runs(t, "naive", `
duration: 5s
keys: 1000
start: warm
cache: {ttl: 1h}
arrivals: {poisson: {rate: 10000/s}}
faults:
  - {do: flush, to: redis, share: 30%, at: 1s}
`, 1)
	if got := r.ExpiryCauses["flushed"]; got != 300 {
		t.Errorf("%d of 1000 keys were flushed, want 300", got)
	}
}

// A client that waits for ever would never hear of a lost message: such a
// scenario is refused.
func TestSilenceNeedsATimeout(t *testing.T) {
	_, err := scenario.Parse("x.yaml", []byte("version: 1\nname: x\narrivals: {poisson: {rate: 1/s}}\nfaults:\n  - {do: partition, to: all, at: 1s}\n"))
	if err == nil {
		t.Error("a partition without a time-out is accepted")
	}
}
