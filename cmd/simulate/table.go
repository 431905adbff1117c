package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"stampede/model/observe"
)

// columns are the figures of a run in a line, with the names they have in JSON.
var columns = []struct {
	name string
	head string // in the table of compare; empty: only in CSV
	of   func(observe.Result) any
}{
	{"strategy", "strategy", func(x observe.Result) any { return x.Strategy }},
	{"scenario", "", func(x observe.Result) any { return x.Scenario }},
	{"variant", "", func(x observe.Result) any { return x.Variant }},
	{"seed", "", func(x observe.Result) any { return x.Seed }},
	{"backend", "", func(x observe.Result) any { return x.Backend }},
	{"reads", "reads", func(x observe.Result) any { return x.Reads }},
	{"hits", "", func(x observe.Result) any { return x.Hits }},
	{"misses", "misses", func(x observe.Result) any { return x.Misses }},
	{"stale", "", func(x observe.Result) any { return x.Stale }},
	{"errors", "errors", func(x observe.Result) any { return x.Errors }},
	{"expiries", "expiries", func(x observe.Result) any { return x.Expiries }},
	{"recomputes", "recomputes", func(x observe.Result) any { return x.Recomputes }},
	{"early_recomputes", "early", func(x observe.Result) any { return x.EarlyRecomputes }},
	{"episodes", "", func(x observe.Result) any { return x.Episodes }},
	{"duplicate_recomputes", "duplicates", func(x observe.Result) any { return x.DuplicateRecomputes }},
	{"max_concurrent_recomputes", "at\nonce", func(x observe.Result) any { return x.MaxConcurrentRecomputes }},
	{"peak_recomputes", "peak", func(x observe.Result) any { return x.PeakRecomputes.Count }},
	{"lead_ms_mean", "", func(x observe.Result) any { return x.LeadMS.Mean }},
	{"latency_ms_p50", "p50\nms", func(x observe.Result) any { return x.LatencyMS.P50 }},
	{"latency_ms_p99", "p99\nms", func(x observe.Result) any { return x.LatencyMS.P99 }},
	{"latency_ms_p999", "p99.9\nms", func(x observe.Result) any { return x.LatencyMS.P999 }},
	{"latency_ms_max", "", func(x observe.Result) any { return x.LatencyMS.Max }},
	{"age_ms_p99", "age p99\nms", func(x observe.Result) any { return x.AgeMS.P99 }},
	{"redis_commands", "Redis\ncommands", func(x observe.Result) any { return x.Redis.Commands }},
	{"redis_peak_per_s", "", func(x observe.Result) any { return x.Redis.PeakPerS }},
	{"locks_acquired", "", func(x observe.Result) any { return x.Locks.Acquired }},
	{"locks_contended", "", func(x observe.Result) any { return x.Locks.Contended }},
	{"locks_lost", "", func(x observe.Result) any { return x.Locks.Lost }},
	{"foreign_deletes", "foreign\ndeletes", func(x observe.Result) any { return x.ForeignDeletes }},
	{"violations", "violations", func(x observe.Result) any { return x.ViolationCount }},
	{"digest", "", func(x observe.Result) any { return x.Digest }},
}

func writeCompare(w io.Writer, r report) error {
	switch r.flags.format {
	case "json":
		return writeJSON(w, r.results())
	case "csv":
		return writeCSV(w, r)
	}
	var head table.Row
	for _, col := range columns {
		if col.head != "" {
			head = append(head, col.head)
		}
	}
	var rows []table.Row
	for _, x := range r.results() {
		var row table.Row
		for _, col := range columns {
			if col.head != "" {
				row = append(row, cell(col.of(x)))
			}
		}
		rows = append(rows, row)
	}
	first := r.outcomes[0].Result
	var notes strings.Builder
	for _, x := range r.results() {
		for _, e := range x.Expectations {
			if unmet(e) {
				notes.WriteString(x.Strategy + ": ")
				writeExpectation(&notes, e)
			}
		}
	}
	_, err := fmt.Fprintf(w, "%s, seed %d, on %s\n%s\n\n%s\npeak: recomputes in the worst %v ms · at once: recomputes at one time\n%srepeat  %s\n",
		scenarioName(first), first.Seed, backendName(first.Backend), conditions(r.scenario), render(head, rows, text.AlignRight),
		first.PeakRecomputes.BucketMS, notes.String(), r.flags.repeat(r.command))
	return err
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
			WidthMax: 72, WidthMaxEnforcer: text.WrapSoft,
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

// cell writes a figure for a person.
func cell(v any) any {
	switch v := v.(type) {
	case uint64:
		return thousands(v)
	case int:
		return thousands(uint64(v))
	case float64:
		return ms(v)
	}
	return v
}
