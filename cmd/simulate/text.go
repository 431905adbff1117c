package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"

	"stampede/internal/ordered"
	"stampede/model/observe"
	"stampede/props"
	"stampede/study"
)

func writeRun(w io.Writer, r report) error {
	o := r.outcomes[0]
	switch r.flags.format {
	case "json":
		return writeJSON(w, o.Result)
	case "csv":
		return writeCSV(w, r)
	}
	var b strings.Builder
	x := o.Result
	fmt.Fprintf(&b, "%s, seed %d: %s on %s\n", scenarioName(x), x.Seed, x.Strategy, backendName(x.Backend))
	fmt.Fprintf(&b, "%s\n", conditions(r.scenario))
	if x.Server != nil {
		writeServer(&b, *x.Server)
	}
	b.WriteByte('\n')
	writeFigures(&b, o)
	b.WriteByte('\n')
	writeVerdicts(&b, study.Run{Scenario: r.scenario, Strategy: r.presets[0]}.Invariants(x.Server != nil), x)
	if more := x.ViolationCount - uint64(len(x.Violations)); more > 0 {
		fmt.Fprintf(&b, "    … and %s more\n", thousands(more))
	}
	for _, e := range x.Expectations {
		writeExpectation(&b, e)
	}
	if x.Digest != "" {
		fmt.Fprintf(&b, "digest  %s\n", x.Digest)
	}
	writeLeft(&b, r.results())
	fmt.Fprintf(&b, "repeat  %s\n", r.flags.repeat(r.command))
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLeft tells what live runs have left behind.
func writeLeft(b *strings.Builder, results []observe.Result) {
	for _, x := range results {
		if x.Left == nil {
			continue
		}
		whose := ""
		if len(results) > 1 {
			whose = " by " + x.Strategy
		}
		fmt.Fprintf(b, "left behind%s  %v\n", whose, x.Left)
	}
}

// scenarioName names a scenario with its variant, if it has one.
func scenarioName(x observe.Result) string {
	if x.Variant != "" {
		return x.Scenario + " " + x.Variant
	}
	return x.Scenario
}

func backendName(backend string) string {
	if backend == "sim" {
		return "the modelled Redis"
	}
	return backend
}

// writeServer tells what a live run was on.
func writeServer(b *strings.Builder, s observe.Server) {
	fmt.Fprintf(b, "by %s", s.Client)
	for _, name := range ordered.Keys(s.Settings) {
		fmt.Fprintf(b, " · %s %s", name, cmp.Or(s.Settings[name], "off"))
	}
	if c := s.Clock; c != nil {
		fmt.Fprintf(b, " · clock %+.3f ms ± %.3f from ours", c.AheadMS, c.UncertaintyMS)
	}
	b.WriteByte('\n')
}

func writeFigures(b *strings.Builder, o study.Outcome) {
	x := o.Result
	row := func(name string, value uint64, facts ...string) {
		fmt.Fprintf(b, "%-11s %9s   %s\n", name, thousands(value), strings.Join(facts, " · "))
	}
	fact := func(name string, value uint64) string { return name + " " + thousands(value) }
	row("reads", x.Reads, fact("hits", x.Hits), fact("misses", x.Misses), fact("stale", x.Stale),
		fact("errors", x.Errors), fact("unfinished", x.Unfinished))
	var causes []string
	for _, cause := range ordered.Keys(x.ExpiryCauses) {
		causes = append(causes, fact(cause, x.ExpiryCauses[cause]))
	}
	row("waiters", uint64(x.Waiters), "the most reads that waited for a load at one time"+fromOn(o.Timeline.From))
	row("expiries", x.Expiries, causes...)
	row("recomputes", x.Recomputes, fact("early", x.EarlyRecomputes), fact("duplicates", x.DuplicateRecomputes),
		fact("failed", x.FailedLoads),
		fmt.Sprintf("at most %s at once", thousands(uint64(x.MaxConcurrentRecomputes))),
		fmt.Sprintf("%s in the worst %v ms%s", thousands(uint64(x.PeakRecomputes.Count)), x.PeakRecomputes.BucketMS, fromOn(o.Timeline.From)))
	episodes := fmt.Sprintf("%.2f recomputes each", ratio(x.Recomputes, x.Episodes))
	if x.LeadMS.Count > 0 {
		episodes += fmt.Sprintf(" · first early one %s ms before the expiry on average", ms(x.LeadMS.Mean))
	}
	row("episodes", x.Episodes, episodes)
	row("locks", x.Locks.Acquired, fact("contended", x.Locks.Contended), fact("lost", x.Locks.Lost),
		fact("foreign deletes", x.ForeignDeletes))
	if m := x.Monitor; m != nil {
		row("monitor", m.Commands, append([]string{"commands, by the servers' own word", fact("locks", m.Locks), fact("foreign deletes", m.ForeignDeletes)}, doubts(m)...)...)
	}
	if x.ToldLate > 0 {
		row("told late", x.ToldLate, "events of processes that the machine did not let run, which stand where they came")
	}
	row("Redis", x.Redis.Commands, fmt.Sprintf("commands, at most %s in a second", thousands(x.Redis.PeakPerS)))
	l, a := x.LatencyMS, x.AgeMS
	fmt.Fprintf(b, "latency, ms             p50 %s · p90 %s · p99 %s · p99.9 %s · max %s\n", ms(l.P50), ms(l.P90), ms(l.P99), ms(l.P999), ms(l.Max))
	fmt.Fprintf(b, "age, ms                 p50 %s · p99 %s · max %s\n", ms(a.P50), ms(a.P99), ms(a.Max))
	line, each := sparkline(o.Timeline.Buckets, 60)
	scale := fmt.Sprintf("each mark is %v", o.Timeline.Bucket)
	if each > 1 {
		scale = fmt.Sprintf("each mark is the worst %v of %v", o.Timeline.Bucket, o.Timeline.Bucket*time.Duration(each))
	}
	fmt.Fprintf(b, "\nrecomputes  %s\n            %s; the highest is %s\n", line, scale, thousands(uint64(highest(o.Timeline.Buckets))))
}

// fromOn says from when on a peak counts, if not from the beginning.
func fromOn(from time.Duration) string {
	if from == 0 {
		return ""
	}
	return fmt.Sprintf(" from %v on", from)
}

// doubts says what the servers' word leaves open.
func doubts(m *observe.Monitored) (facts []string) {
	if m.Undecided > 0 {
		facts = append(facts, fmt.Sprintf("%s more by tokens that are not unique", thousands(m.Undecided)))
	}
	if !m.Complete {
		facts = append(facts, "not heard to the end")
	}
	return facts
}

func ratio(a, b uint64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func highest(buckets []observe.Bucket) int {
	h := 0
	for _, b := range buckets {
		h = max(h, b.Recomputes())
	}
	return h
}

// writeVerdicts tells which promises hold, by their names, and how the others are
// broken.
func writeVerdicts(b *strings.Builder, promised []props.Invariant, x observe.Result) {
	var holding []string
	for _, inv := range promised {
		broken := slices.ContainsFunc(x.Violations, func(v observe.Violation) bool { return v.Invariant == inv.Name })
		if !broken {
			holding = append(holding, inv.Name)
			continue
		}
		fmt.Fprintf(b, "%s %s: %s\n", mark(false), inv.Name, inv.Sentence)
		for _, v := range x.Violations {
			if v.Invariant == inv.Name {
				fmt.Fprintf(b, "    step %d, %s ms: %s\n", v.Step, ms(v.AtMS), v.Reason)
			}
		}
	}
	if holding != nil {
		for i, line := range strings.Split(text.WrapSoft(strings.Join(holding, ", "), 110), "\n") {
			sign := mark(true)
			if i > 0 {
				sign = " "
			}
			fmt.Fprintf(b, "%s %s\n", sign, strings.TrimSpace(line))
		}
	}
}

func mark(holds bool) string {
	if holds {
		return "✓"
	}
	return "✗"
}

func writeExpectation(b *strings.Builder, e observe.Expectation) {
	fmt.Fprintf(b, "%s %s: %s", mark(e.Holds), e.Text, e.Value)
	if e.Bound != "" {
		fmt.Fprintf(b, " against %s", e.Bound)
	}
	b.WriteByte('\n')
}

// writeCSV writes one line per run, after a line of names.
func writeCSV(w io.Writer, r report) error {
	c := csv.NewWriter(w)
	names := make([]string, len(columns))
	for i, col := range columns {
		names[i] = col.name
	}
	if err := c.Write(names); err != nil {
		return err
	}
	for _, x := range r.results() {
		line := make([]string, len(columns))
		for i, col := range columns {
			line[i] = fmt.Sprint(col.of(x))
		}
		if err := c.Write(line); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
