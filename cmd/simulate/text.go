package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"stampede/internal/ordered"
	"stampede/model/observe"
	"stampede/study"
)

func writeRun(w io.Writer, r report) error {
	o := r.outcomes[0]
	switch r.flags.format {
	case "json":
		return writeJSON(w, records(r)[0])
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
	writeFigures(&b, o, faultFacts(faultNames(r.scenario), o.Timeline.Faults))
	b.WriteByte('\n')
	writeVerdicts(&b, x)
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

func scenarioName(x observe.Result) string { return withVariant(x.Scenario, x.Variant) }

// withVariant names a scenario with its variant, if it has one.
func withVariant(scenario, variant string) string {
	if variant == "" {
		return scenario
	}
	return scenario + " " + variant
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

func writeFigures(b *strings.Builder, o study.Outcome, faults []string) {
	x := o.Result
	row := func(name string, value uint64, facts ...string) {
		fmt.Fprintf(b, "%-11s %9s   %s\n", name, thousands(value), inLines(facts))
	}
	fact := func(name string, value uint64) string { return name + " " + thousands(value) }
	reads := []string{fact("hits", x.Hits), fact("misses", x.Misses), fact("stale", x.Stale), fact("errors", x.Errors)}
	if x.Crashed > 0 {
		reads = append(reads, fact("crashed", x.Crashed))
	}
	row("reads", x.Reads, append(reads, fact("unfinished", x.Unfinished))...)
	if x.Errors > 0 {
		row("errors", x.Errors, errorFacts(x)...)
	}
	if x.Faults > 0 {
		row("faults", x.Faults, append(faults, promotions(x.Redis)...)...)
	}
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
	locks := []string{fact("contended", x.Locks.Contended), fact("lost", x.Locks.Lost)}
	if x.Locks.Dropped > 0 {
		locks = append(locks, fact("dropped", x.Locks.Dropped))
	}
	row("locks", x.Locks.Acquired, append(locks, fact("foreign deletes", x.ForeignDeletes))...)
	if m := x.Monitor; m != nil {
		row("monitor", m.Commands, append([]string{"commands, by the servers' own word", fact("locks", m.Locks), fact("foreign deletes", m.ForeignDeletes)}, doubts(m)...)...)
	}
	if x.ToldLate > 0 {
		row("told late", x.ToldLate, "events of processes that the machine did not let run, which stand where they came")
	}
	row("Redis", x.Redis.Commands, fmt.Sprintf("commands, at most %s in a second", thousands(x.Redis.PeakPerS)))
	l, a := x.LatencyMS, x.AgeMS
	failed := ""
	if x.Errors > 0 {
		failed = ", the reads that failed among them"
	}
	fmt.Fprintf(b, "latency, ms             p50 %s · p90 %s · p99 %s · p99.9 %s · max %s%s\n", ms(l.P50), ms(l.P90), ms(l.P99), ms(l.P999), ms(l.Max), failed)
	fmt.Fprintf(b, "age, ms                 p50 %s · p99 %s · max %s\n", ms(a.P50), ms(a.P99), ms(a.Max))
	line, each := sparkline(o.Timeline.Buckets, 60)
	scale := fmt.Sprintf("each mark is %v", o.Timeline.Bucket)
	if each > 1 {
		scale = fmt.Sprintf("each mark is the worst %v of %v", o.Timeline.Bucket, o.Timeline.Bucket*time.Duration(each))
	}
	fmt.Fprintf(b, "\nrecomputes  %s\n            %s; the highest is %s\n", line, scale, thousands(uint64(highest(o.Timeline.Buckets))))
}

// inLines joins facts to lines of bearable width, below each other.
func inLines(facts []string) string {
	var lines []string
	for i, f := range facts {
		last := len(lines) - 1
		if i > 0 && utf8.RuneCountInString(lines[last]+f) <= 110 {
			lines[last] += " · " + f
			continue
		}
		lines = append(lines, f)
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", 24))
}

// errorFacts tells of each kind of errors how many there were, and when.
func errorFacts(x observe.Result) (facts []string) {
	for _, cause := range ordered.Keys(x.ErrorCauses) {
		span := x.ErrorSpans[cause]
		facts = append(facts, fmt.Sprintf("%s %s, %s", cause, thousands(x.ErrorCauses[cause]), during(span)))
	}
	return facts
}

// during tells a span of a run.
func during(s observe.Span) string {
	if s.FirstMS == s.LastMS {
		return fmt.Sprintf("at %.2f s", s.FirstMS/1000)
	}
	return fmt.Sprintf("%.2f to %.2f s", s.FirstMS/1000, s.LastMS/1000)
}

// faultFacts tells of each fault of a scenario when it befell someone.
func faultFacts(names []string, spans []observe.FaultSpan) []string {
	facts := make([]string, len(names))
	for i, name := range names {
		times, span := 0, observe.Span{}
		for _, s := range spans {
			if s.Fault != i {
				continue
			}
			if times++; times == 1 {
				span.FirstMS = observe.Milliseconds(s.From)
			}
			span.LastMS = max(span.LastMS, observe.Milliseconds(s.To))
		}
		switch times {
		case 0:
			facts[i] = name + " never"
		case 1:
			facts[i] = name + " " + during(span)
		default:
			facts[i] = fmt.Sprintf("%s %d times, %s", name, times, during(span))
		}
	}
	return facts
}

// promotions tells when replicas took over.
func promotions(r observe.RedisLoad) []string {
	if r.Failovers == nil || *r.Failovers == 0 {
		return nil
	}
	at := make([]string, len(r.PromotionsMS))
	for i, t := range r.PromotionsMS {
		at[i] = fmt.Sprintf("%.2f", t/1000)
	}
	text := "a replica promoted at " + strings.Join(at, ", ") + " s"
	if more := *r.Failovers - uint64(len(at)); more > 0 {
		text += " and " + plural(int(more), "time more", "times more")
	}
	return []string{text}
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
