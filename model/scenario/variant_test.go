package scenario

import (
	"errors"
	"testing"
	"time"
)

const varied = `version: 1
name: D01a
arrivals: {poisson: {rate: 1/s}}
strategy: naive
expect:
  - recomputes <= expiries
variants:
  - name: faulty
    about: It deletes what is not its own.
    strategy: lock-plain-del
    set: [lock-ttl=120ms, "recompute=uniform(1ms, 2ms)"]
    expect: [foreign_deletes > 0]
  - name: right
    strategy: lock
`

func TestAVariantChangesStrategyAndSettings(t *testing.T) {
	s, err := Parse("x.yaml", []byte(varied))
	if err != nil {
		t.Fatal(err)
	}
	requireReadsBack(t, s)
	faulty, err := s.Variant("faulty")
	if err != nil {
		t.Fatal(err)
	}
	if faulty.Strategy != "lock-plain-del" || faulty.Cache.Lock.TTL != Length(120*time.Millisecond) || faulty.Variants != nil ||
		len(faulty.Expect) != 2 || faulty.Expect[1].String() != "foreign_deletes > 0" {
		t.Errorf("the variant is\n%s", faulty.YAML())
	}
	right, err := s.Variant("right")
	if err != nil {
		t.Fatal(err)
	}
	if right.Strategy != "lock" || right.Cache != s.Cache || len(right.Expect) != 1 {
		t.Errorf("the variant is\n%s", right.YAML())
	}
	if s.Strategy != "naive" || len(s.Expect) != 1 || s.Cache != Defaults().Cache {
		t.Errorf("the variants changed the scenario to\n%s", s.YAML())
	}
}

func TestAVariantIsChosenByItsName(t *testing.T) {
	s, err := Parse("x.yaml", []byte(varied))
	if err != nil {
		t.Fatal(err)
	}
	without := closed()
	for _, c := range []struct {
		of         Scenario
		name, want string
	}{
		{s, "rigth", `variant "rigth": unknown; did you mean right?`},
		{s, "", `variant "": unknown; accepted are faulty and right`},
		{without, "right", `variant "right": unknown; closed has no variants`},
	} {
		_, err := c.of.Variant(c.name)
		var e *Error
		if !errors.As(err, &e) || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if err := s.Unvaried(); err == nil || err.Error() != "scenario D01a: it has variants, and one must be chosen; accepted are faulty and right" {
		t.Errorf("got %v", err)
	}
	if err := without.Unvaried(); err != nil {
		t.Error(err)
	}
}
