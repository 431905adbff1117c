package world_test

import "testing"

// Reads are reused for those that follow. One that a scripted client gives up is
// not: whoever came after would have left too.
func TestAReadThatIsGivenUpLeavesNoOtherWithoutAnAnswer(t *testing.T) {
	r := runs(t, "naive", `
duration: 2s
start: warm
cache: {ttl: 10s}
network: {request: 1ms, reply: 1ms}
arrivals: {closed: {workers: 3, think: 10ms}}
clients:
  - {name: A, at: 100ms, cancel: 50ms}
`, 1)
	if r.Errors != 0 {
		t.Errorf("%d of %d reads got an error, want none: the one that may be given up had its answer before", r.Errors, r.Reads)
	}
}
