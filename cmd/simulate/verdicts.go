package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"stampede/model/observe"
	"stampede/props"
)

// writeVerdicts tells how promises are broken, which others held, by their excuse or
// without, and which were not watched though the strategy makes them under other
// circumstances.
func writeVerdicts(b *strings.Builder, x observe.Result) {
	for _, inv := range append(props.All(), props.Recovers) {
		broken := slices.DeleteFunc(slices.Clone(x.Violations), func(v observe.Violation) bool { return v.Invariant != inv.Name })
		if len(broken) == 0 {
			continue
		}
		fmt.Fprintf(b, "%s %s: %s\n", mark(false), inv.Name, inv.Sentence)
		for _, v := range broken {
			fmt.Fprintf(b, "    step %d, %s ms: %s\n", v.Step, ms(v.AtMS), v.Reason)
		}
	}
	if more := x.ViolationCount - uint64(len(x.Violations)); more > 0 {
		fmt.Fprintf(b, "    … and %s more\n", thousands(more))
	}
	for _, e := range x.Bounded {
		by := "bounded"
		if e.Times > 0 {
			by = "excused " + plural(int(e.Times), "time", "times")
		}
		writeVerdict(b, "≤", e.Invariant+", "+by+": "+e.Excuse)
	}
	if len(x.Held) > 0 {
		writeVerdict(b, mark(true), strings.Join(x.Held, ", "))
	}
	var reasons []string
	unwatched := make(map[string][]string) // by reason
	for _, u := range x.Unwatched {
		if u.Why == props.NeverPromised {
			continue
		}
		if unwatched[u.Why] == nil {
			reasons = append(reasons, u.Why)
		}
		unwatched[u.Why] = append(unwatched[u.Why], u.Invariant)
	}
	for _, why := range reasons {
		writeVerdict(b, "·", "not watched: "+strings.Join(unwatched[why], ", ")+" ("+why+")")
	}
}

// writeVerdict writes a text after a sign, in lines of bearable width.
func writeVerdict(b *strings.Builder, sign, of string) {
	for line := range strings.SplitSeq(text.WrapSoft(of, 110), "\n") {
		fmt.Fprintf(b, "%s %s\n", sign, strings.TrimSpace(line))
		sign = " "
	}
}
