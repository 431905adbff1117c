package props

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/strategies"
)

// An event that a monitor is not handed would neither change what it knows nor have it
// say anything.
func TestMonitorsAreHandedAllThatTheyWatch(t *testing.T) {
	for _, p := range strategies.All() {
		for _, faults := range []string{clientTroubles, serverTroubles} {
			sc, err := scenario.Parse("bursts", []byte(bursts+faults+"heal: {at: 8s, within: 1s}"))
			if err = cmp.Or(err, sc.Set("duration=10s")); err != nil {
				t.Fatal(err)
			}
			t.Run(fmt.Sprintf("%s/%v", p.Name, sc.Faults[0].Do), func(t *testing.T) {
				t.Parallel()
				h := &handed{t: t, works: newWorks(), invariants: append(All(), Recovers)}
				for _, inv := range h.invariants {
					h.monitors = append(h.monitors, inv.new(RunOf(p, sc), h.works, func(*observe.Event, string) { h.said++ }))
				}
				h.tried = make([][observe.Kinds]int, len(h.invariants))
				if err := world.Run(world.Config{Scenario: sc, Strategy: p, Seed: 1}, h); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// handed hands all events to the monitors of all invariants.
type handed struct {
	t          *testing.T
	works      *works
	invariants []Invariant
	monitors   []observe.Sink
	said       int
	tried      [][observe.Kinds]int // by invariant and kind: the events that it is not handed
}

// The first events of each kind are tried, and then one in so many.
const first, oneIn = 5, 47

func (h *handed) Observe(e *observe.Event) {
	h.works.before(e)
	for i, m := range h.monitors {
		if h.invariants[i].hears.has(e.Kind) {
			m.Observe(e)
			continue
		}
		if h.tried[i][e.Kind]++; h.tried[i][e.Kind] > first && e.Step%oneIn != 0 {
			continue
		}
		before, said := h.knowledge(m), h.said
		m.Observe(e)
		if after := h.knowledge(m); after != before || h.said != said {
			h.t.Fatalf("%s is not handed %+v. Before it knew\n%s\nand then\n%s", h.invariants[i].Name, *e, before, after)
		}
	}
	h.works.after(e)
}

// knowledge spells out all that a monitor knows, but for what all share.
func (h *handed) knowledge(m observe.Sink) string {
	var b strings.Builder
	shared := map[uintptr]bool{reflect.ValueOf(h.works).Pointer(): true}
	spellOut(&b, reflect.ValueOf(m), shared)
	return b.String()
}

func spellOut(w io.Writer, v reflect.Value, seen map[uintptr]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			spellOut(w, v.Elem(), seen)
		}
	case reflect.Interface:
		spellOut(w, v.Elem(), seen)
	case reflect.Struct:
		for i := range v.NumField() {
			fmt.Fprintf(w, "%s:", v.Type().Field(i).Name)
			spellOut(w, v.Field(i), seen)
		}
	case reflect.Map:
		values := make(map[string]reflect.Value)
		for i := v.MapRange(); i.Next(); {
			values[fmt.Sprint(i.Key())] = i.Value()
		}
		for _, key := range slices.Sorted(maps.Keys(values)) {
			fmt.Fprintf(w, "%s:", key)
			spellOut(w, values[key], seen)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			spellOut(w, v.Index(i), seen)
		}
	case reflect.Func, reflect.Invalid:
	default:
		fmt.Fprintf(w, "%v ", v)
	}
}
