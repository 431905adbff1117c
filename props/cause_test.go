package props

import (
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/strategies"
)

// beside notes, for each recompute that begins while another of its key is in
// progress, what let it in.
type beside struct {
	works   *works
	causes  *causes
	loading map[int32]int
	found   []Cause
}

func (b *beside) Observe(e *observe.Event) {
	b.works.before(e)
	b.causes.Observe(e)
	switch e.Kind {
	case observe.RecomputeStart:
		if b.loading[e.Key]++; b.loading[e.Key] > 1 {
			loss, _ := b.causes.of(e)
			b.found = append(b.found, loss.Cause)
		}
	case observe.RecomputeEnd, observe.RecomputeAbandoned:
		b.loading[e.Key]--
	}
	b.works.after(e)
}

// Each way in which a lock is lost is told from the others, in the cases of the
// corpus that are about it.
func TestCausesAreToldApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scenario, variant string
		strategy          scenario.Strategy // empty is the variant's
		want              []Cause
	}{
		{"corpus/D01", "faulty", "", []Cause{Expiry, ForeignDelete}},
		{"corpus/D01", "faulty", "lock-constant-token", []Cause{Expiry, ForeignDelete}}, // equal tokens hide nothing
		{"corpus/D01", "right", "", []Cause{Expiry}},
		{"corpus/D02a", "faulty", "", []Cause{Expiry}},
		{"corpus/D03a", "faulty", "", []Cause{Pause}},
		{"corpus/D20a", "faulty", "", []Cause{LostMessages}},
		{"corpus/D20b", "faulty", "", []Cause{Expiry}},
		{"corpus/D23", "faulty", "", []Cause{Eviction}},
		{"testdata/failover.yaml", "", "", []Cause{Failover}},
		{"testdata/pause.yaml", "", "", []Cause{Pause}},
	} {
		sc, err := scenario.Load(c.scenario)
		if err != nil {
			t.Fatal(err)
		}
		if c.variant != "" {
			if sc, err = sc.Variant(c.variant); err != nil {
				t.Fatal(err)
			}
		}
		if c.strategy != "" {
			sc.Strategy = c.strategy
		}
		preset, err := sc.Strategy.Preset()
		if err != nil {
			t.Fatal(err)
		}
		b := &beside{works: newWorks(), loading: make(map[int32]int)}
		b.causes = newCauses(RunOf(preset, sc), b.works)
		if err := world.Run(world.Config{Scenario: sc, Strategy: preset, Seed: 1}, b); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(b.found, c.want) {
			t.Errorf("%s, %s, %s: %q, want %q", c.scenario, c.variant, preset.Name, b.found, c.want)
		}
	}
}

// A violation says what it comes from: the delete of another's lock comes from the
// expiry of one's own, also where the tokens are equal.
func TestAViolationHasItsCause(t *testing.T) {
	t.Parallel()
	for _, strategy := range []scenario.Strategy{"lock-plain-del", "lock-constant-token"} {
		sc, err := scenario.Load("corpus/D01")
		if err != nil {
			t.Fatal(err)
		}
		if sc, err = sc.Variant("faulty"); err != nil {
			t.Fatal(err)
		}
		preset, err := strategy.Preset()
		if err != nil {
			t.Fatal(err)
		}
		w := NewWatch(RunOf(preset, sc))
		if err := world.Run(world.Config{Scenario: sc, Strategy: preset, Seed: 1}, w); err != nil {
			t.Fatal(err)
		}
		v, _ := w.Violations()
		want := "expiry: the lock of work 1 ran out at 10001.000ms, while that was at work"
		if len(v) == 0 || v[0].Invariant != "no-foreign-delete" || v[0].Cause != want {
			t.Errorf("%s: %+v, want a foreign delete, whose cause is %q", strategy, v, want)
		}
	}
}

// What is known of a work is forgotten with it.
func TestCausesForget(t *testing.T) {
	t.Parallel()
	works := newWorks()
	c := newCauses(Run{Choices: strategies.Choices{Lock: true}}, works)
	for work := range uint64(1000) {
		for _, e := range []observe.Event{
			{Kind: observe.ReadStart, Work: work + 1},
			{Kind: observe.LockAcquired, Work: work + 1},
			{Kind: observe.LockExpired, Work: work + 1, Other: work + 1},
			{Kind: observe.ReadEnd, Work: work + 1},
		} {
			e.At = time.Duration(work) * time.Millisecond
			works.before(&e)
			c.Observe(&e)
			works.after(&e)
		}
	}
	if len(c.held)+len(c.losses) != 0 {
		t.Errorf("%d locks and %d losses are remembered", len(c.held), len(c.losses))
	}
}
