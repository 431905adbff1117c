package props

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/strategies"
)

// Monitors remember what is in progress, and not what is over: whenever nobody is at
// work, each keeps no more near the end of a long run than it did in its first half.
func TestMonitorsForgetWhatIsOver(t *testing.T) {
	for _, p := range strategies.All() {
		for _, faults := range []string{clientTroubles, serverTroubles} {
			sc, err := scenario.Parse("bursts", []byte(bursts+faults))
			if err != nil {
				t.Fatal(err)
			}
			t.Run(fmt.Sprintf("%s/%v", p.Name, sc.Faults[0].Do), func(t *testing.T) {
				t.Parallel()
				w := newWeighed(RunOf(p, sc))
				if err := world.Run(world.Config{Scenario: sc, Strategy: p, Seed: 1}, w); err != nil {
					t.Fatal(err)
				}
				for _, name := range w.names {
					early, late := 0, 1<<30
					for _, x := range w.weights {
						switch end := time.Duration(sc.Duration); {
						case x.at < end/2:
							early = max(early, x.entries[name])
						case x.at > end*9/10:
							late = min(late, x.entries[name])
						}
					}
					if late > early {
						t.Errorf("%s keeps %d entries at least in the end, and %d at most in the first half", name, late, early)
					}
				}
			})
		}
	}
}

// Bursts of reads, with time between them for all to end. The faults come again and
// again, no two of them in step with each other or with the reads.
const (
	bursts = `
version: 1
name: bursts
about: Bursts of reads, and faults.
duration: 50s
drain: 10s
keys: 3
processes: 3
clients:
  - {name: A, at: 0ms, every: 250ms, key: 1}
  - {name: B, at: 0ms, every: 250ms, key: 2}
  - {name: C, at: 0ms, every: 250ms, key: 1}
  - {name: D, at: 7ms, every: 250ms, key: 1}
  - {name: E, at: 7ms, every: 250ms, key: 3}
  - {name: F, at: 14ms, every: 250ms, key: 2, do: write}
  - {name: G, at: 14ms, every: 250ms, key: 1, cancel: 5ms}
  - {name: H, at: 21ms, every: 250ms, key: 2, fails: true}
writes: {then: invalidate}
network: {request: exp(1ms), reply: exp(1ms)}
origin: {recompute: exp(10ms), connections: 2, absent: 1, nested: true}
cache: {ttl: 150ms, stale: 50ms, lock: {ttl: 30ms, poll: 5ms, wait: 50ms}}
`
	clientTroubles = `
redis: {client: {timeout: 20ms, retries: 1}}
faults:
  - {do: pause, to: lock-holder, at: 0s, every: 610ms, for: 30ms}
  - {do: crash, to: any, at: 0s, every: 770ms, for: 30ms}
  - {do: restart, to: any, at: 0s, every: 1310ms, for: 30ms}
  - {do: delay, to: any, at: 0s, every: 530ms, for: 30ms, by: 20ms}
  - {do: drop, to: any, at: 0s, every: 890ms, for: 30ms, share: 50%}
  - {do: partition, to: any, at: 0s, every: 1130ms, for: 30ms}
  - {do: slow, to: origin, at: 0s, every: 1510ms, for: 30ms, factor: 3}
  - {do: outage, to: origin, at: 0s, every: 1730ms, for: 30ms}
`
	serverTroubles = `
redis:
  client: {timeout: 20ms, retries: 1, redirects: 3}
  servers: {replicas: 1, lag: 1ms, detection: 20ms}
faults:
  - {do: flush, to: redis, at: 0s, every: 370ms}
  - {do: crash, to: redis, at: 0s, every: 910ms, for: 30ms}
  - {do: failover, to: primary, at: 0s, every: 1390ms}
  - {do: drop, to: any, at: 0s, every: 530ms, for: 30ms, share: 50%}
`
)

// weighed is a watch over all invariants that mean anything for a strategy, promised
// or not, that is weighed whenever no work is in progress.
type weighed struct {
	*Watch
	names   []string // of what is weighed: the invariants, and what their monitors share
	weighed []any
	weights []weight
}

type weight struct {
	at      time.Duration
	entries map[string]int
}

func newWeighed(r Run) *weighed {
	var all []Invariant
	w := &weighed{names: []string{"works", "causes"}}
	for _, inv := range append(All(), Recovers) {
		if inv.About == nil || inv.About(r.Choices) {
			make := inv.new
			inv.new = func(r Run, works *works, report report) observe.Sink {
				m := make(r, works, report)
				w.weighed = append(w.weighed, m)
				return m
			}
			all, w.names = append(all, inv), append(w.names, inv.Name)
		}
	}
	w.Watch = NewWatchOver(r, all...)
	w.weighed = append([]any{w.works, w.causes}, w.weighed...)
	return w
}

func (w *weighed) Observe(e *observe.Event) {
	w.Watch.Observe(e)
	if !overs.has(e.Kind) || len(w.works.inProgress) > 0 {
		return
	}
	x, seen := weight{e.At, make(map[string]int)}, make(map[uintptr]bool)
	for i, name := range w.names {
		x.entries[name] = entries(reflect.ValueOf(w.weighed[i]), seen)
	}
	w.weights = append(w.weights, x)
}

// entries counts what there is in the maps and slices of a value, but for what was
// seen before.
func entries(v reflect.Value, seen map[uintptr]bool) (n int) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return 0
		}
		seen[v.Pointer()] = true
		n = entries(v.Elem(), seen)
	case reflect.Interface:
		if !v.IsNil() {
			n = entries(v.Elem(), seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += entries(v.Field(i), seen)
		}
	case reflect.Map:
		n = v.Len()
		for i := v.MapRange(); i.Next(); {
			n += entries(i.Value(), seen)
		}
	case reflect.Slice:
		n = v.Len()
		for i := range v.Len() {
			n += entries(v.Index(i), seen)
		}
	}
	return n
}
