package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"stampede/model/observe"
	"stampede/study"
)

// column is a figure of a run in a line.
type column struct {
	name string
	head string // in the table of compare; empty: only in CSV
	of   func(observe.Result) any
}

// seldom are the columns that the table of compare has only if some run has any.
var seldom = []string{"crashed", "unfinished"}

// shown returns the columns of the table of compare.
func shown(results []observe.Result) (all []column) {
	for _, col := range columns {
		some := func(x observe.Result) bool { return col.of(x) != uint64(0) }
		if col.head != "" && (!slices.Contains(seldom, col.name) || slices.ContainsFunc(results, some)) {
			all = append(all, col)
		}
	}
	return all
}

// columns are the figures of a run in a line, with the names they have in JSON: the
// traffic, what reaches the origin, what the readers feel, what it costs.
var columns = []column{
	{"strategy", "strategy", func(x observe.Result) any { return x.Strategy }},
	{"scenario", "", func(x observe.Result) any { return x.Scenario }},
	{"variant", "", func(x observe.Result) any { return x.Variant }},
	{"seed", "", func(x observe.Result) any { return x.Seed }},
	{"backend", "", func(x observe.Result) any { return x.Backend }},
	{"reads", "reads", func(x observe.Result) any { return x.Reads }},
	{"hits", "", func(x observe.Result) any { return x.Hits }},
	{"misses", "", func(x observe.Result) any { return x.Misses }},
	{"stale", "", func(x observe.Result) any { return x.Stale }},
	{"expiries", "expiries", func(x observe.Result) any { return x.Expiries }},
	{"recomputes", "recomputes", func(x observe.Result) any { return x.Recomputes }},
	{"early_recomputes", "", func(x observe.Result) any { return x.EarlyRecomputes }},
	{"episodes", "", func(x observe.Result) any { return x.Episodes }},
	{"duplicate_recomputes", "duplicates", func(x observe.Result) any { return x.DuplicateRecomputes }},
	{"max_concurrent_recomputes", "at\nonce", func(x observe.Result) any { return x.MaxConcurrentRecomputes }},
	{"peak_recomputes.count", "peak", func(x observe.Result) any { return x.PeakRecomputes.Count }},
	{"lead_ms.mean", "", func(x observe.Result) any { return x.LeadMS.Mean }},
	{"waiters", "waiters", func(x observe.Result) any { return x.Waiters }},
	{"latency_ms.p50", "p50\nms", func(x observe.Result) any { return x.LatencyMS.P50 }},
	{"latency_ms.p99", "p99\nms", func(x observe.Result) any { return x.LatencyMS.P99 }},
	{"latency_ms.p999", "p99.9\nms", func(x observe.Result) any { return x.LatencyMS.P999 }},
	{"latency_ms.max", "", func(x observe.Result) any { return x.LatencyMS.Max }},
	{"stale_share", "stale", func(x observe.Result) any { return shareOf(x.Stale, x.Reads) }},
	{"age_ms.p99", "age p99\nms", func(x observe.Result) any { return x.AgeMS.P99 }},
	{"errors", "errors", func(x observe.Result) any { return x.Errors }},
	{"crashed", "crashed", func(x observe.Result) any { return x.Crashed }},
	{"unfinished", "unfinished", func(x observe.Result) any { return x.Unfinished }},
	{"redis.commands", "Redis\ncommands", func(x observe.Result) any { return x.Redis.Commands }},
	{"redis.peak_per_s", "", func(x observe.Result) any { return x.Redis.PeakPerS }},
	{"locks.acquired", "", func(x observe.Result) any { return x.Locks.Acquired }},
	{"locks.contended", "", func(x observe.Result) any { return x.Locks.Contended }},
	{"locks.lost", "", func(x observe.Result) any { return x.Locks.Lost }},
	{"foreign_deletes", "", func(x observe.Result) any { return x.ForeignDeletes }},
	{"violation_count", "violations", func(x observe.Result) any { return x.ViolationCount }},
	{"unmet_expectations", "", func(x observe.Result) any { return unmetIn(x) }},
	{"digest", "", func(x observe.Result) any { return x.Digest }},
}

// share is a part of something, from 0 to 1.
type share float64

func shareOf(part, whole uint64) share {
	if part == 0 {
		return 0
	}
	return share(float64(part) / float64(whole))
}

// leastFirst orders runs by what protects the origin: the fewest recomputes at one
// time, then the fewest at all, then the shortest 99th percentile.
func leastFirst(a, b observe.Result) int {
	return cmp.Or(
		cmp.Compare(a.MaxConcurrentRecomputes, b.MaxConcurrentRecomputes),
		cmp.Compare(a.Recomputes, b.Recomputes),
		cmp.Compare(a.LatencyMS.P99, b.LatencyMS.P99),
	)
}

func writeCompare(w io.Writer, r report) error {
	switch r.flags.format {
	case "json":
		return writeJSON(w, records(r))
	case "csv":
		return writeCSV(w, r)
	}
	columns := shown(r.results())
	var head table.Row
	for _, col := range columns {
		head = append(head, col.head)
	}
	var rows []table.Row
	for _, x := range slices.SortedStableFunc(slices.Values(r.results()), leastFirst) {
		var row table.Row
		for _, col := range columns {
			row = append(row, cell(col.of(x)))
		}
		rows = append(rows, row)
	}
	rows = append(rows, foresightRow(columns, r.outcomes))
	first := r.outcomes[0].Result
	var notes strings.Builder
	for _, x := range r.results() {
		for _, name := range brokenIn(x) {
			fmt.Fprintf(&notes, "%s: %s %s\n", x.Strategy, mark(false), name)
		}
		for _, e := range x.Expectations {
			if unmet(e) {
				notes.WriteString(x.Strategy + ": ")
				writeExpectation(&notes, e)
			}
		}
	}
	writeLeft(&notes, r.results())
	_, err := fmt.Fprintf(w, "%s, seed %d, on %s\n%s\n\n%s\n", scenarioName(first), first.Seed, backendName(first.Backend), conditions(r.scenario), render(head, rows, text.AlignRight))
	if err != nil {
		return err
	}
	from := ""
	if r.scenario.From > 0 {
		from = fmt.Sprintf(" · peak and waiters count from %v on", r.scenario.From)
	}
	if slices.ContainsFunc(r.results(), func(x observe.Result) bool { return x.Errors > 0 }) {
		from += " · the latencies are those of reads that failed, too"
	}
	_, err = fmt.Fprintf(w, `at once: recomputes at one time · peak: recomputes in the worst %v ms · waiters: the most reads that waited for a load at one time
sorted by at once, recomputes and p99%s
foresight: computed, not run: each recompute just in time for reads that are known, in an origin with room for all:
the fewest with which no read waits or gets an old value; who lets reads wait, or serves old values, may do with fewer
%srepeat  %s
`, first.PeakRecomputes.BucketMS, from, notes.String(), r.flags.repeat(r.command))
	return err
}

// brokenIn names the promises that are broken in a run, by what it has kept of them.
func brokenIn(x observe.Result) (names []string) {
	for _, v := range x.Violations {
		if !slices.Contains(names, v.Invariant) {
			names = append(names, v.Invariant)
		}
	}
	return names
}

// foresightRow is what the run with the most reads would need if no read waited.
func foresightRow(columns []column, outcomes []study.Outcome) table.Row {
	var f observe.ForesightResult
	for _, o := range outcomes {
		if o.Foresight.Reads > f.Reads {
			f = o.Foresight
		}
	}
	known := map[string]any{
		"strategy": "foresight", "reads": f.Reads, "expiries": uint64(0), "recomputes": f.Recomputes, "early_recomputes": f.Recomputes,
		"duplicate_recomputes": uint64(0), "max_concurrent_recomputes": f.MaxConcurrent, "peak_recomputes.count": f.Peak,
		"waiters": uint64(0), "stale_share": share(0), "errors": uint64(0), "crashed": uint64(0), "unfinished": uint64(0),
	}
	var row table.Row
	for _, col := range columns {
		if v, ok := known[col.name]; ok {
			row = append(row, cell(v))
		} else {
			row = append(row, "–")
		}
	}
	return row
}

// render lays out a table without a frame. The first column is aligned to the
// left, the others as asked; long texts wrap between words.
func render(head table.Row, rows []table.Row, others text.Align) string {
	t := table.NewWriter()
	s := table.StyleLight
	s.Options = table.Options{SeparateHeader: true}
	s.Format.Header = text.FormatDefault
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	t.SetStyle(s)
	columns := make([]table.ColumnConfig, len(head))
	for i := range head {
		columns[i] = table.ColumnConfig{
			Number: i + 1, Align: others, AlignHeader: others, VAlignHeader: text.VAlignBottom,
			WidthMax: widest(len(head)), WidthMaxEnforcer: text.WrapSoft,
		}
	}
	columns[0].Align, columns[0].AlignHeader = text.AlignLeft, text.AlignLeft
	t.SetColumnConfigs(columns)
	t.AppendHeader(head)
	t.AppendRows(rows)
	var b strings.Builder
	for line := range strings.Lines(t.Render() + "\n") {
		b.WriteString(strings.TrimRight(line, " \n"))
		b.WriteByte('\n')
	}
	return b.String()
}

// widest is how wide a column of texts gets in a table of so many columns.
func widest(columns int) int {
	if columns == len(strategyHead) {
		return 30
	}
	return 72
}

// cell writes a figure for a person.
func cell(v any) any {
	switch v := v.(type) {
	case uint64:
		return thousands(v)
	case int:
		return thousands(uint64(v))
	case float64:
		return ms(v)
	case share:
		if v == 0 {
			return "0%"
		}
		return fmt.Sprintf("%.1f%%", 100*float64(v))
	}
	return v
}
