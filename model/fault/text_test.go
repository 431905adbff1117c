package fault_test

import (
	"testing"

	"stampede/model/fault"
)

func TestTargetsReadBack(t *testing.T) {
	for _, text := range []string{
		"all", "any", "25%", "12.5%", "process-1", "process-12", "lock-holder", "actor", "redis", "redis-2", "primary", "lock-server-5", "origin", "origin-2",
	} {
		var target fault.Target
		if err := target.UnmarshalText([]byte(text)); err != nil || target.String() != text {
			t.Errorf("%s: read as %v, %v", text, target, err)
		}
	}
	for text, want := range map[string]string{
		"everyone":  `"everyone" is not a target; accepted is all, any, a share as in 25%, process-2, lock-holder or actor; redis, redis-2, primary or lock-server-3; origin or origin-2`,
		"0%":        `"0%" is not a share of the processes; accepted is more than 0%, up to 100%`,
		"process-0": `"process-0" has no number from 1; accepted is a word as process-2`,
		"redis-x":   `"redis-x" has no number from 1; accepted is a word as redis-2`,
	} {
		var target fault.Target
		if err := target.UnmarshalText([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// The table of verbs is the documentation: each row says all there is.
func TestVerbsReadBackAndAreDescribed(t *testing.T) {
	for _, d := range fault.Verbs() {
		var v fault.Verb
		if err := v.UnmarshalText([]byte(d.Name)); err != nil || v != d.Verb || v.Describe().Name != d.Name || v.String() != d.Name {
			t.Errorf("%s: read as %v, %v", d.Name, v, err)
		}
		if d.About == "" || len(d.On) == 0 {
			t.Errorf("%s: %+v", d.Name, d)
		}
	}
	var v fault.Verb
	if err := v.UnmarshalText([]byte("explode")); err == nil {
		t.Error("explode is taken for a fault")
	}
	for c := fault.Acquisition; c <= fault.FaultBegins; c++ {
		var again fault.Condition
		if err := again.UnmarshalText([]byte(c.String())); err != nil || again != c {
			t.Errorf("%v: read as %v, %v", c, again, err)
		}
	}
}
