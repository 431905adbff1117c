package live

import (
	"math"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// decisions adds up what XFetch was to do, given what each read saw, and what it did.
type decisions struct {
	reads, early       int
	expected, variance float64
	lead               time.Duration // the most at which a read refreshed
}

func (*decisions) Observe(*observe.Event) {}

func (s *decisions) ObserveDecision(_ time.Duration, _ *observe.Work, d strategies.Decision) {
	p := 1.0
	if d.Remaining > 0 {
		p = math.Exp(-d.Remaining.Seconds() / (d.Beta * d.Delta.Seconds()))
	}
	s.reads++
	s.expected += p
	s.variance += p * (1 - p)
	if d.Refresh {
		s.early++
		s.lead = max(s.lead, d.Remaining)
	}
}

// XFetch refreshes as often as its law has it, P(recompute | remaining t) =
// exp(-t/(β·δ)), for what its reads have seen. However late a busy machine was with
// them, the draws are independent of that: their sum is off by five standard errors in
// one of a million runs.
func TestEarlyRefreshesAreAsManyAsTheLawHasIt(t *testing.T) {
	t.Parallel()
	redistest.Need(t)
	sc, err := scenario.Load("../scenarios/pairs/xfetch-short.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"duration=6s", "rate=400/s"} {
		if err := sc.Set(setting); err != nil {
			t.Fatal(err)
		}
	}
	var s decisions
	if _, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "xfetch"), Seed: 1, Redis: Auto}, &s); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d reads refreshed early, up to %v before the expiry; the law has %.1f ± %.1f", s.early, s.reads, s.lead, s.expected, math.Sqrt(s.variance))
	if off := math.Abs(float64(s.early) - s.expected); s.early < 10 || off > 5*math.Sqrt(s.variance) {
		t.Errorf("%d of %d reads refreshed early; the law has %.1f ± %.1f", s.early, s.reads, s.expected, math.Sqrt(s.variance))
	}
}
