package workload

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestAllOperations(t *testing.T) {
	for o, names := range map[Operation]string{
		Read:       "get gets read GET",
		Write:      "set add replace cas append prepend incr decr write Set",
		Invalidate: "delete del invalidate DEL",
	} {
		for name := range strings.FieldsSeq(names) {
			all, _, err := readTrace("0,k,"+name+"\n", TraceOptions{})
			if err != nil || len(all) != 1 || all[0].Operation != o {
				t.Errorf("%s is %v, %v, want %v", name, all, err, o)
			}
		}
	}
}

func TestTimesAreReadExactly(t *testing.T) {
	s := stream(1)
	for range 20_000 {
		text := fmt.Sprint(s.Uint64() >> (10 + s.Uint64()%54) % 3e9)
		if s.Uint64()&1 == 0 {
			text += "." + fmt.Sprint(s.Uint64()>>(s.Uint64()%64))
		}
		unit := []string{"", "s", "ms", "us", "µs", "ns"}[s.Uint64()%6]
		want, err := time.ParseDuration(text + cmp.Or(unit, "s"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := parseTime("time", []byte(text+unit)); err != nil || got != want {
			t.Fatalf("%s%s is %d, %v, want %d", text, unit, got, err, want)
		}
		if got, ok := parseDecimal([]byte(text + unit)); !ok || got != want {
			t.Fatalf("%s%s is %d, %v, want %d", text, unit, got, ok, want)
		}
	}
	for text, want := range map[string]time.Duration{
		"3153600000": longest, "876000h": longest, "1m30s": 90 * second, "1e-3": ms, "0": 0, "+1": second, "1.5h": 90 * minute, ".5": second / 2,
		"999999999999999999ns": 999999999999999999,
	} {
		if got, err := parseTime("time", []byte(text)); err != nil || got != want {
			t.Errorf("%s is %d, %v, want %d", text, got, err, want)
		}
	}
}
