package live

import "testing"

const written = `
duration: 1500ms
start: warm
keys: 5
origin: {recompute: 5ms}
cache: {ttl: 1m}
arrivals:
  sum:
    - {keys: 4, constant: {rate: 200/s}}
    - {keys: 4, do: write, constant: {rate: 20/s}}
clients:
  - {name: W, key: 5, do: write, at: 200ms}
  - {name: I, key: 5, do: invalidate, at: 300ms}
  - {name: R, key: 5, at: 800ms}
`

// Writes by arrivals, by clients and by their own stream play live, with what they do
// to the cache, and readers of old values are counted.
func TestWritesPlayLive(t *testing.T) {
	onBoth(t, func(t *testing.T, address string) {
		for then, want := range map[string]struct {
			recomputes, outdated bool
		}{
			"nothing":       {false, true},
			"invalidate":    {true, false},
			"write-through": {false, false},
		} {
			r := play(t, address, "naive", parsed(t, written+"writes: {rate: 10/s, then: "+then+"}\n"))
			if r.Writes < 30+1+1 || r.Writes > 30+2+40 || r.Errors != 0 || r.Unfinished != 0 {
				t.Errorf("%s: %d writes, %d errors, %d unfinished", then, r.Writes, r.Errors, r.Unfinished)
			}
			// The invalidation by I makes one at most.
			if got := r.Recomputes > 2; got != want.recomputes {
				t.Errorf("%s: %d recomputes", then, r.Recomputes)
			}
			if got := r.Outdated.Reads > r.Reads/2; got != want.outdated {
				t.Errorf("%s: %d of %d reads outdated", then, r.Outdated.Reads, r.Reads)
			}
		}
	})
}
